import { ReasonDialog, useDraft, useText } from '#kernel/plugin-api/client.ts';

const maxLength = 500;

interface BlockDialogProps {
  /** Whose reason it is: the citizen's id, or `bulk`. */
  readonly about: number | 'bulk';
  /** The question. */
  readonly title: string;
  readonly onClose: () => void;
  /** Takes the reason; where it fails the dialog stays and says why. */
  readonly onConfirm: (reason: string) => Promise<void> | void;
}

/** Asks whether one or several citizens are to be blocked, and why; staff see the reason from then on. */
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
