import { translate } from '../i18n/i18n.ts';
import { confirm } from '../ui/overlays/confirm-store.ts';
import { useLeaveGuard } from './leave-guard.ts';

/** Asks whether unsaved input may be discarded; resolves to the user's decision. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: translate('kernel:records.discardTitle'),
    text: translate('kernel:records.discardText'),
    danger: true,
  });
}

/**
 * Asks for a confirmation before a dialog with unsaved input is closed, or its page is left. Returns the `guard` of the dialog,
 * which stays open while the input is being sent.
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
