import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import { useAnnouncement } from './announce-store.ts';

/** Holds what screen readers are told in passing. */
export function Announcer() {
  const { text, turn } = useAnnouncement();
  return (
    <VisuallyHidden as="div" aria-live="polite" aria-atomic="true">
      <span key={turn}>{text}</span>
    </VisuallyHidden>
  );
}
