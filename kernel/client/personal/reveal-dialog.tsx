import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { toRequestError } from '../data/request-error.ts';
import { useText } from '../i18n/i18n.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { Field } from '../ui/inputs/field.tsx';
import { submitOnCtrlEnter } from '../ui/inputs/form-body.tsx';
import { TextArea } from '../ui/inputs/text-area.tsx';
import { Stack } from '../ui/layout/stack.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';

/** As the server takes it. */
const maxLength = 300;

interface RevealDialogProps {
  /** What is to be shown. */
  readonly field: string;
  readonly onClose: () => void;
  /** Takes the reason; where it fails the dialog stays and says why. */
  readonly onConfirm: (reason: string) => Promise<void>;
}

/** Asks why a personal value is looked at; the reason stands in the audit log. */
export function RevealDialog({ field, onClose, onConfirm }: RevealDialogProps) {
  const t = useText();
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
      title={t('reveal.title', { field })}
      description={t('reveal.text')}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} loading={sending}>
            {t('reveal.confirm')}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('reveal.reason')}
          required
          error={left && isEmpty ? t('reveal.reasonRequired') : undefined}
        >
          <TextArea
            ref={area}
            rows={2}
            maxLength={maxLength}
            readOnly={sending}
            placeholder={t('reveal.reasonPlaceholder')}
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
