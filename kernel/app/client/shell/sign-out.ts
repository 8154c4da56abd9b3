import { confirm } from '#kernel/client/index.ts';
import { deleteDrafts, hasDrafts } from '#kernel/client/drafts/use-draft.ts';
import { signOut } from '#kernel/identity/client/session/session-lifecycle.ts';
import { session } from '#kernel/client/session/session-store.ts';

/**
 * Signs out. What is half-written stays on this computer, encrypted for its author. A server without keys leaves it to others,
 * so it is deleted with the sign-out there, after a confirmation.
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
