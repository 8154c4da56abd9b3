import { confirm } from '#kernel/client/index.ts';
import { deleteDrafts, hasDrafts } from '#kernel/client/drafts/use-draft.ts';
import { signOut } from '#kernel/identity/client/session/session-lifecycle.ts';
import { session } from '#kernel/client/session/session-store.ts';

/**
 * Signs out. Drafts stay on this computer, encrypted for their author. If the server issues no storage keys, they would
 * be readable by others, so they are deleted after a confirmation.
 */
export async function confirmSignOut(adminId: number, t: (key: string) => string): Promise<void> {
  const isSealed = session.admin?.storage_key !== undefined;
  if (!isSealed && (await hasDrafts(adminId))) {
    const sure = await confirm({
      title: t('shell.discardAndSignOut.title'),
      text: t('shell.discardAndSignOut.text'),
      danger: true,
      confirmLabel: t('shell.discardAndSignOut.yes'),
      cancelLabel: t('shell.discardAndSignOut.no'),
    });
    if (!sure) return;
    await deleteDrafts(adminId);
  }
  signOut();
}
