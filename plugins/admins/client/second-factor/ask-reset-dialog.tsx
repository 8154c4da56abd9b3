import { ReasonDialog, refetchQueries, send, toast, useText } from '#kernel/plugin-api/client.ts';
import { factorResetsDocument } from '../queries.ts';

interface AskResetDialogProps {
  readonly adminId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks another super admin to agree that the second factors of an admin are taken away. */
export function AskResetDialog({ adminId, name, onClose }: AskResetDialogProps) {
  const t = useText('admins');
  return (
    <ReasonDialog
      title={t('factor.reset.title', { name })}
      text={t('factor.reset.text')}
      label={t('factor.reset.label')}
      placeholder={t('factor.reset.placeholder')}
      missing={t('factor.reset.missing')}
      minLength={5}
      maxLength={500}
      rows={3}
      field="reason"
      submitLabel={t('factor.reset.submit')}
      onClose={onClose}
      onSubmit={async (reason) => {
        await send('POST', `admins/${adminId}/factor-reset`, { reason });
        toast.success(t('factor.reset.done', { name }));
        await refetchQueries(factorResetsDocument);
        return null;
      }}
    />
  );
}
