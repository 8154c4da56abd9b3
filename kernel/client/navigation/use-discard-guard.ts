import { translate } from '../i18n/i18n.ts';
import { confirm } from '../ui/overlays/confirm-store.ts';
import { useLeaveGuard } from './leave-guard.ts';

/** Asks whether what was entered and not saved may be lost. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: translate('kernel:records.discardTitle'),
    text: translate('kernel:records.discardText'),
    danger: true,
  });
}

/**
 * Asks before what was entered in a dialog, and is stored nowhere, is lost: with the dialog or with its page. Returns the `guard`
 * of the dialog, which does not close while it is being sent.
 *
 * @example const mayClose = useDiscardGuard({ isDirty: text !== '', sending });
 */
export function useDiscardGuard({
  isDirty,
  sending,
}: {
  readonly isDirty: boolean;
  readonly sending: boolean;
}): () => Promise<boolean> {
  useLeaveGuard(isDirty && !sending);
  return async () => !sending && (!isDirty || confirmDiscard());
}
