import { proxy, useSnapshot } from 'valtio';
import { VisuallyHidden } from '../ui/index.ts';

/** The next announcement; `serial` distinguishes equal texts. */
const announceStore = proxy({ text: '', serial: 0 });

/** Announces something to screen readers without moving the focus: "3 new applications". */
export function announce(text: string): void {
  announceStore.text = text;
  announceStore.serial += 1;
}

/** The live region for announcements. */
export function Announcer() {
  const { text, serial } = useSnapshot(announceStore);
  return (
    <VisuallyHidden as="div" aria-live="polite" aria-atomic="true">
      <span key={serial}>{text}</span>
    </VisuallyHidden>
  );
}
