import { translate } from '../../i18n/i18n.ts';
import { confirm } from './confirm-store.ts';

/** Asks whether what was entered and not saved may be lost. For the `guard` of a dialog. */
export function confirmDiscard(): Promise<boolean> {
  return confirm({
    title: translate('kernel:records.discardTitle'),
    text: translate('kernel:records.discardText'),
    danger: true,
  });
}
