import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import {
  Banner,
  Button,
  Dialog,
  Field,
  Stack,
  submitOnCtrlEnter,
  TextArea,
  toRequestError,
  useText,
} from '#kernel/plugin-api/client.ts';

const most = 500;

interface BlockDialogProps {
  /** The question. */
  readonly title: string;
  readonly onClose: () => void;
  /** Takes the reason; where it fails the dialog stays and says why. */
  readonly onConfirm: (reason: string) => Promise<void> | void;
}

/** Asks whether one or several citizens are to be blocked, and why; staff see the reason from then on. */
export function BlockDialog({ title, onClose, onConfirm }: BlockDialogProps) {
  const t = useText('users');
  const say = useText();
  const [reason, setReason] = useState('');
  const [left, setLeft] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const form = useId();
  const isEmpty = reason.trim() === '';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setLeft(true);
    if (sending) return;
    if (isEmpty) return area.current?.focus();
    setSending(true);
    setFailure('');
    try {
      await onConfirm(reason.trim());
    } catch (error) {
      setFailure(toRequestError(error).text);
      setSending(false);
    }
  }

  return (
    <Dialog
      open
      kind="alert"
      onClose={onClose}
      guard={() => !sending}
      initialFocus={area}
      title={title}
      description={t('blockEffect')}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            {say('ui.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={form} loading={sending}>
            {say('ui.confirm')}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('blockReason')}
          required
          error={left && isEmpty ? t('blockReasonRequired') : undefined}
        >
          <TextArea
            ref={area}
            rows={3}
            maxLength={most}
            maxHeight={240}
            readOnly={sending}
            placeholder={t('blockReasonPlaceholder')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
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
