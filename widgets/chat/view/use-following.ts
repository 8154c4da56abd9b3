import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How far from its end a log may be and still follow what comes, in px. */
const slack = 48;

/** Keeps the end of a log in sight while it grows, unless the person has scrolled up to read; then `away` is true. */
export function useFollowing(log: RefObject<HTMLElement | null>, open: boolean) {
  const following = useRef(true);
  const [away, setAway] = useState(false);

  // After every change, whatever it was: a longer reply, a higher composer, a notice above.
  useLayoutEffect(() => {
    if (open && following.current) goToEnd(log.current);
  });

  return {
    away,
    onScroll(): void {
      const element = log.current;
      if (!element) return;
      following.current = element.scrollHeight - element.scrollTop - element.clientHeight <= slack;
      setAway(!following.current);
    },
    /** Goes to the end and stays there. */
    toEnd(): void {
      following.current = true;
      setAway(false);
      goToEnd(log.current);
    },
  };
}

function goToEnd(log: HTMLElement | null): void {
  log?.scrollTo({ top: log.scrollHeight, behavior: 'instant' });
}
