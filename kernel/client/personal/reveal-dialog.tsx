import { ReasonDialog } from '../drafts/reason-dialog.tsx';
import { useText } from '../i18n/i18n.ts';

/** The server's limit in characters. */
const maxLength = 300;

interface RevealDialogProps {
  /** The label of the field to reveal. */
  readonly field: string;
  readonly onClose: () => void;
  /** Called with the reason; if it rejects, the dialog stays open and shows the error. */
  readonly onConfirm: (reason: string) => Promise<void>;
}

/** Asks for the reason for revealing a personal value, which is stored in the audit log. */
export function RevealDialog({ field, onClose, onConfirm }: RevealDialogProps) {
  const t = useText();
  return (
    <ReasonDialog
      kind="alert"
      title={t('reveal.title', { field })}
      text={t('reveal.text')}
      label={t('reveal.reason')}
      placeholder={t('reveal.reasonPlaceholder')}
      missing={t('reveal.reasonRequired')}
      maxLength={maxLength}
      rows={2}
      submitLabel={t('reveal.confirm')}
      field="reason"
      onClose={onClose}
      onSubmit={async (reason) => {
        await onConfirm(reason);
        return null;
      }}
    />
  );
}
