import { send } from '../data/send.ts';
import { toast } from '../ui/feedback/toast-store.ts';
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx';
import { useDraft } from './use-draft.ts';

type Words = 'kind' | 'danger' | 'title' | 'text' | 'label' | 'placeholder' | 'missing' | 'submitLabel' | 'children' | 'onClose'; // prettier-ignore

interface SendReasonDialogProps extends Pick<ReasonDialogProps, Words> {
  /** The key of the draft until it is sent. */
  readonly draftKey: string;
  /** The path of the call; its body is `reason`, of 5 to 500 characters, and `body`. */
  readonly path: string;
  readonly body?: object | undefined;
  /** The message after success. */
  readonly done: string;
  readonly refetch: () => unknown;
}

/** The dialog that asks for a reason and sends a request, such as one that another admin has to confirm. */
export function SendReasonDialog({ draftKey, path, body, done, refetch, ...words }: SendReasonDialogProps) {
  const draft = useDraft(draftKey, '');

  async function submit(reason: string, idempotencyKey: string): Promise<null> {
    await send('POST', path, { ...body, reason }, { idempotencyKey });
    toast.success(done);
    void refetch();
    return null;
  }

  return (
    <ReasonDialog
      {...words}
      draft={draft}
      minLength={5}
      maxLength={500}
      rows={3}
      field="reason"
      onSubmit={submit}
    />
  );
}
