import {
  confirm,
  highlightRow,
  refetchDocuments,
  send,
  toast,
  toastError,
  useText,
} from '#kernel/plugin-api/client.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { User } from '../contract.ts';
import { documents } from './queries.ts';

/** Blocks or unblocks a citizen after a confirmation with their name. Resolves to whether it was done. */
export function useBlock(): (user: User) => Promise<boolean> {
  const t = useText('users');
  return async (user) => {
    const name = fullName(user);
    const blocked = !user.blocked;
    try {
      const done = await confirm({
        title: blocked ? t('blockTitle', { name }) : t('unblockTitle', { name }),
        text: blocked ? t('blockText') : undefined,
        danger: blocked,
        action: () => send('PUT', `users/user/${user.id}/block?blocked=${blocked}`),
      });
      if (!done) return false;
    } catch (error) {
      toastError(error);
      return false;
    }
    toast.success(blocked ? t('blocked', { name }) : t('unblocked', { name }));
    highlightRow('users', user.id);
    void refetchDocuments(documents.page, documents.detail);
    return true;
  };
}
