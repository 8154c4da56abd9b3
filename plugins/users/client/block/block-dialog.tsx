import { ReasonDialog, useText } from '#kernel/plugin-api/client.ts';

const maxLength = 500;

interface BlockDialogProps {
  /** The question shown. */
  readonly title: string;
  readonly onClose: () => void;
  /** Receives the reason; if it rejects, the dialog stays open and shows the error. */
  readonly onConfirm: (reason: string) => Promise<void> | void;
}

/** Asks whether to block one or several citizens, and why; staff see the reason afterwards. */
export function BlockDialog({ title, onClose, onConfirm }: BlockDialogProps) {
  const t = useText('users');
  const kernel = useText();
  return (
    <ReasonDialog
      kind="alert"
      title={title}
      text={t('blockEffect')}
      label={t('blockReason')}
      placeholder={t('blockReasonPlaceholder')}
      missing={t('blockReasonRequired')}
      maxLength={maxLength}
      rows={3}
      submitLabel={kernel('ui.confirm')}
      danger
      field="reason"
      onClose={onClose}
      onSubmit={async (reason) => {
        await onConfirm(reason);
        return null;
      }}
    />
  );
}
