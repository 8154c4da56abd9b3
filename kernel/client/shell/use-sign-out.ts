import { signOut, useAdmin } from '../session/session-store.ts';
import { useText } from '../text/i18n.ts';
import { confirm } from '../ui/confirm-store.ts';

/**
 * Signs out. What is half-written stays on this computer when a session merely ends; who leaves on purpose leaves it to
 * others, so it goes with him, after a question.
 */
export function useSignOut(): () => void {
  const t = useText();
  const { id } = useAdmin();
  async function leave(): Promise<void> {
    const { forgetDrafts, hasDrafts } = await import('../drafts/use-draft.ts');
    if (await hasDrafts(id)) {
      const sure = await confirm({
        title: t('shell.leave.title'),
        text: t('shell.leave.text'),
        danger: true,
        confirmLabel: t('shell.leave.yes'),
        cancelLabel: t('shell.leave.no'),
      });
      if (!sure) return;
      await forgetDrafts(id);
    }
    signOut();
  }
  // Code that does not come, or storage that is shut, keeps nobody in.
  return () => void leave().catch(signOut);
}
