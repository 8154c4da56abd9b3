import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import {
  Banner,
  Button,
  Dialog,
  Field,
  type RequestError,
  Stack,
  submitOnCtrlEnter,
  TextArea,
  useDraft,
  useText,
} from '#kernel/plugin-api/client.ts';

interface ReasonDialogProps {
  /** Under which the words are kept as a draft. */
  readonly draftKey: string;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly placeholder?: string | undefined;
  /** Said where the reason is left empty. */
  readonly missing: string;
  readonly maxLength: number;
  readonly submitLabel: string;
  readonly danger?: boolean | undefined;
  /** The server's name of the field, for what it finds wrong with it. */
  readonly field: string;
  /** Above the reason. */
  readonly children?: ReactNode;
  /** Under the reason. */
  readonly note?: ReactNode;
  /** Whether what is chosen besides is complete; shows what is not. */
  readonly check?: (() => boolean) | undefined;
  readonly onClose: () => void;
  /** Resolves to what went wrong, if anything, or to `handled` where it is told elsewhere; the words stay until it is done. */
  readonly onSubmit: (reason: string, idempotencyKey: string) => Promise<RequestError | 'handled' | null>;
}

/** Asks why something is done to an application. Closing it forgets nothing: the words are a draft. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = useText('applications');
  const { title, text, onClose, submitLabel, danger = false } = props;
  const form = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { draft, sending, left, setLeft, failure, submit } = useReason(props, area);
  const isEmpty = draft.value.trim() === '';
  const tooLong = draft.value.trim().length > props.maxLength;
  const problem = tooLong ? t('accept.problems.too_long') : left && isEmpty ? props.missing : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !sending}
      {...(props.children === undefined && { initialFocus: area })}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            {t('detail.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={form} loading={sending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={(event) => void submit(event)}>
        {props.children}
        <Field
          label={props.label}
          required
          error={problem}
          counter={{ used: draft.value.length, max: props.maxLength }}
        >
          <TextArea
            ref={area}
            rows={4}
            maxHeight={280}
            readOnly={sending}
            placeholder={props.placeholder}
            value={draft.value}
            onChange={(event) => draft.setValue(event.target.value)}
            onBlur={() => setLeft(true)}
            onKeyDown={submitOnCtrlEnter}
          />
        </Field>
        {props.note}
        {failure === '' ? null : (
          <Banner tone="rejected" role="alert" icon={<CircleAlert />}>
            {failure}
          </Banner>
        )}
      </Stack>
    </Dialog>
  );
}

function useReason(
  { draftKey, maxLength, field, check, onSubmit, onClose }: ReasonDialogProps,
  area: { readonly current: HTMLTextAreaElement | null },
) {
  const draft = useDraft(draftKey, '');
  const [sending, setSending] = useState(false);
  const [left, setLeft] = useState(false);
  const [failure, setFailure] = useState('');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    const reason = draft.value.trim();
    const isReady = check?.() ?? true;
    if (reason === '' || reason.length > maxLength) {
      setLeft(true);
      if (isReady) area.current?.focus();
      return;
    }
    if (!isReady) return;
    setSending(true);
    setFailure('');
    const error = await onSubmit(reason, draft.idempotencyKey);
    setSending(false);
    if (error === 'handled') return;
    if (error) {
      if (error.code === 'repeated_differently') draft.renewKey();
      setFailure(error.fields[field] ?? error.text);
      return;
    }
    await draft.clear();
    onClose();
  }

  return { draft, sending, left, setLeft, failure, submit };
}
