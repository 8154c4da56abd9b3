import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { proxy, useSnapshot } from 'valtio';

/** Holds what screen readers are told in passing. */
export function Announcer() {
  const { text, turn } = useAnnouncement();
  return (
    <VisuallyHidden as="div" aria-live="polite" aria-atomic="true">
      <span key={turn}>{text}</span>
    </VisuallyHidden>
  );
}

/** What a screen reader is told next; `ShellAnnouncer` holds it. */
const announceStore = proxy<{ text: string; turn: number }>({ text: '', turn: 0 });

/** Says something to those who hear the page, without moving the focus: "3 new applications". */
export function announce(text: string): void {
  announceStore.text = text;
  announceStore.turn += 1;
}

/** Gives `announce`; for components. */
export function useAnnounce(): (text: string) => void {
  return announce;
}

/** What was announced last; the turn tells two same texts apart. */
export function useAnnouncement(): { readonly text: string; readonly turn: number } {
  return useSnapshot(announceStore);
}
