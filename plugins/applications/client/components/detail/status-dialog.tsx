import { ReasonDialog, type RequestError, useDraft, useText } from '#kernel/plugin-api/client.ts';
import type { Status } from '../../../contract.ts';

const maxLength = 2000;

interface StatusDialogProps {
  readonly applicationId: number;
  readonly status: Status;
  readonly onClose: () => void;
  /** Resolves to the error message, if any; the text stays until it succeeds. */
  readonly onSubmit: (status: Status, note: string, idempotencyKey: string) => Promise<RequestError | null>;
}

/** Asks for the reason of a change of status. */
export function StatusDialog({ applicationId, status, onClose, onSubmit }: StatusDialogProps) {
  const t = useText('applications');
  const draft = useDraft(`applications.status.${applicationId}.${status}`, '');
  return (
    <ReasonDialog
      draft={draft}
      title={t('detail.changeTo', { status: t(`status.${status}`) })}
      text={t('detail.changeText')}
      label={t('detail.reason')}
      placeholder={t('detail.reasonPlaceholder')}
      missing={t('detail.reasonRequired')}
      maxLength={maxLength}
      submitLabel={t('detail.submitStatus')}
      field="note"
      optimistic
      onClose={onClose}
      onSubmit={(note, key) => onSubmit(status, note, key)}
    />
  );
}
