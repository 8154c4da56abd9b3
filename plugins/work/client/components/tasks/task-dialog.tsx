import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import {
  Banner,
  Button,
  Dialog,
  Field,
  send,
  Stack,
  submitOnCtrlEnter,
  TextArea,
  toast,
  toRequestError,
  useDraft,
  useText,
} from '#kernel/plugin-api/client.ts';
import type { Task } from '#plugins/applications/contract.ts';

const maxLength = 5000;

interface TaskDialogProps {
  readonly applicationId: number;
  readonly task: Task;
  /** Done with a result, or given back with a reason. */
  readonly ending: 'done' | 'returned';
  readonly onClose: () => void;
}

/** Asks for the result of a task, or why it is given back. The words are a draft until the server has them. */
export function TaskDialog({ applicationId, task, ending, onClose }: TaskDialogProps) {
  const t = useText('work');
  const form = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { draft, sending, failure, problem, submit } = useEnding({ applicationId, task, ending, onClose });
  const giver = task.given_by && `${task.given_by.last_name} ${task.given_by.first_name}`;

  function sendForm(event: FormEvent): void {
    event.preventDefault();
    void submit().then((isWhole) => isWhole || area.current?.focus());
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !sending}
      initialFocus={area}
      title={t(`task.${ending}.title`)}
      description={t(`task.${ending}.text`, { name: giver ?? '—' })}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            {t('task.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} loading={sending}>
            {t(`task.${ending}.action`)}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={sendForm}>
        <Field
          label={t(`task.${ending}.label`)}
          required
          error={problem}
          counter={{ used: draft.value.length, max: maxLength }}
        >
          <TextArea
            ref={area}
            rows={4}
            maxHeight={280}
            readOnly={sending}
            placeholder={t(`task.${ending}.placeholder`)}
            value={draft.value}
            onChange={(event) => draft.setValue(event.target.value)}
            onKeyDown={submitOnCtrlEnter}
          />
        </Field>
        {failure === '' ? null : (
          <Banner tone="rejected" role="alert" icon={<CircleAlert />}>
            {failure}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}

function useEnding({ applicationId, task, ending, onClose }: TaskDialogProps) {
  const t = useText('work');
  const draft = useDraft(`work.task.${task.id}.${ending}`, '');
  const [sending, setSending] = useState(false);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState('');
  const message = draft.value.trim();
  const isWhole = message !== '' && message.length <= maxLength;

  /** Resolves to `false` where there is nothing to send. */
  async function submit(): Promise<boolean> {
    setTried(true);
    if (sending || !isWhole) return sending;
    setSending(true);
    setFailure('');
    const body = new FormData();
    body.append('task_id', String(task.id));
    body.append('message', message);
    const path = `applications/${applicationId}/actions/${ending === 'done' ? 'results' : 'returns'}`;
    try {
      await send('POST', path, body, { idempotencyKey: draft.idempotencyKey });
      await draft.clear();
      toast.success(t(`task.${ending}.toast`));
      onClose();
    } catch (error) {
      const { code, text, fields } = toRequestError(error);
      if (code === 'repeated_differently') draft.renewKey();
      setFailure(fields['message'] ?? text);
    } finally {
      setSending(false);
    }
    return true;
  }

  const missing = message === '' ? t(`task.${ending}.required`) : t('task.tooLong');
  return { draft, sending, failure, problem: tried && !isWhole ? missing : undefined, submit };
}
