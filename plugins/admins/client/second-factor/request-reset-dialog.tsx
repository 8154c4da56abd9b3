import { refetchQueries, SendReasonDialog, useText } from '#kernel/plugin-api/client.ts';
import { factorResetsDocument } from '../data/queries.ts';

interface RequestResetDialogProps {
  readonly adminId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks another super admin to confirm the removal of an admin's second factors. */
export function RequestResetDialog({ adminId, name, onClose }: RequestResetDialogProps) {
  const t = useText('admins');
  return (
    <SendReasonDialog
      draftKey={`admins.factorReset.${adminId}`}
      title={t('factor.reset.title', { name })}
      text={t('factor.reset.text')}
      label={t('factor.reset.label')}
      placeholder={t('factor.reset.placeholder')}
      missing={t('factor.reset.missing')}
      submitLabel={t('factor.reset.submit')}
      path={`admins/${adminId}/factor-reset`}
      done={t('factor.reset.done', { name })}
      refetch={() => refetchQueries(factorResetsDocument)}
      onClose={onClose}
    />
  );
}
