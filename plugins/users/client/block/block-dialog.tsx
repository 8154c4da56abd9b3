import { ReasonDialog, useDraft, useText } from '#kernel/plugin-api/client.ts';

const maxLength = 500;

interface BlockDialogProps {
  /** Identifies the draft: the citizen's id, or `bulk`. */
  readonly about: number | 'bulk';
  /** The question shown. */
  readonly title: string;
  readonly onClose: () => void;
  /** Receives the reason; if it rejects, the dialog stays open and shows the error. */
  readonly onConfirm: (reason: string) => Promise<void> | void;
}

/** Asks whether to block one or several citizens, and why; staff see the reason afterwards. */
export function BlockDialog({ about, title, onClose, onConfirm }: BlockDialogProps) {
  const t = useText('users');
  const kernel = useText();
  const draft = useDraft(`users.block.${about}`, '');
  return (
    <ReasonDialog
      draft={draft}
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
