import { CircleAlert } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
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
import type { Status } from '../../../contract.ts';

const MOST = 2000;

interface StatusDialogProps {
  readonly applicationId: number;
  readonly status: Status;
  readonly onClose: () => void;
  /** Resolves to what went wrong, if anything; the words stay until it is done. */
  readonly onSubmit: (status: Status, note: string, idempotencyKey: string) => Promise<RequestError | null>;
}

/** Asks why the status changes. Closing it forgets nothing: the words are a draft. */
export function StatusDialog({ applicationId, status, onClose, onSubmit }: StatusDialogProps) {
  const t = useText('applications');
  const draft = useDraft(`applications.status.${applicationId}.${status}`, '');
  const [sending, setSending] = useState(false);
  const [left, setLeft] = useState(false);
  const [failure, setFailure] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const form = `status-${applicationId}`;
  const note = draft.value.trim();
  const tooLong = note.length > MOST;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending) return;
    if (note === '' || tooLong) {
      setLeft(true);
      area.current?.focus();
      return;
    }
    setSending(true);
    setFailure('');
    const error = await onSubmit(status, note, draft.idempotencyKey);
    setSending(false);
    if (error) {
      if (error.code === 'repeated_differently') draft.renewKey();
      setFailure(error.fields['note'] ?? error.text);
      return;
    }
    await draft.clear();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      guard={() => !sending}
      initialFocus={area}
      title={t('detail.changeTo', { status: t(`status.${status}`) })}
      description={t('detail.changeText')}
      footer={
        <>
          <Button onClick={onClose} disabled={sending}>
            {t('detail.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} loading={sending}>
            {t('detail.submitStatus')}
          </Button>
        </>
      }
    >
      <Stack as="form" $gap={12} id={form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t('detail.reason')}
          required
          error={
            tooLong
              ? t('accept.problems.too_long')
              : left && note === ''
                ? t('detail.reasonRequired')
                : undefined
          }
          counter={{ used: draft.value.length, max: MOST }}
        >
          <TextArea
            ref={area}
            rows={4}
            maxHeight={280}
            readOnly={sending}
            placeholder={t('detail.reasonPlaceholder')}
            value={draft.value}
            onChange={(event) => draft.setValue(event.target.value)}
            onBlur={() => setLeft(true)}
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
