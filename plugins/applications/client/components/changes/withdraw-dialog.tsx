import { ReasonDialog, RequestError, toast, useDraft, useText } from '#kernel/plugin-api/client.ts';
import { ConflictNote } from './conflict-note.tsx';
import type { ChangeDialogProps } from './change-dialogs.ts';
import { useVersionedChange } from './use-versioned-change.ts';

const maxLength = 500;

/** Withdraws an application at the citizen's request. */
export function WithdrawDialog({ application, onClose, onSent }: ChangeDialogProps) {
  const t = useText('applications');
  const draft = useDraft(`applications.withdraw.${application.id}`, '');
  const { conflict, change } = useVersionedChange(application, 'withdrawals');
  async function submit(note: string, key: string) {
    const done = await change({ note }, key);
    if (done === 'handled' || done instanceof RequestError) return done;
    toast.success(t('withdraw.done'));
    onSent(done);
    return null;
  }

  return (
    <ReasonDialog
      draft={draft}
      title={t('withdraw.title')}
      text={t('withdraw.text')}
      label={t('withdraw.note')}
      placeholder={t('withdraw.placeholder')}
      missing={t('withdraw.required')}
      maxLength={maxLength}
      submitLabel={t(conflict ? 'conflict.continueAnyway' : 'withdraw.submit')}
      danger
      field="note"
      note={conflict ? <ConflictNote current={conflict} onLook={onClose} /> : null}
      onClose={onClose}
      onSubmit={submit}
    />
  );
}
