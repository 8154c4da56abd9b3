import { proxy, useSnapshot } from 'valtio';
import { VisuallyHidden } from '../ui/index.ts';

/** The next announcement; `turn` distinguishes equal texts. */
const announceStore = proxy({ text: '', turn: 0 });

/** Announces something to screen readers without moving the focus: "3 new applications". */
export function announce(text: string): void {
  announceStore.text = text;
  announceStore.turn += 1;
}

/** The live region for announcements. */
export function Announcer() {
  const { text, turn } = useSnapshot(announceStore);
  return (
    <VisuallyHidden as="div" aria-live="polite" aria-atomic="true">
      <span key={turn}>{text}</span>
    </VisuallyHidden>
  );
}
