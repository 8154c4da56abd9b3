import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How far from its end a log may be and still scroll with new messages, in pixels. */
const bottomTolerance = 48;

/** The space above a question that was scrolled to the top, in pixels. */
const headroom = 12;

/**
 * Keeps the newest in sight while a log grows: its end, or, where the reply is longer than that, the question with the beginning
 * of the reply. It does not scroll if the user has scrolled up to read; then `away` is true, until they ask again.
 */
export function useAutoScroll(
  log: RefObject<HTMLElement | null>,
  question: string | undefined,
  open: boolean,
) {
  const following = useRef<'question' | 'end' | null>('question');
  const followed = useRef(question);
  const [away, setAway] = useState(false);

  // After every render: a longer reply, a higher composer, a notice above.
  useLayoutEffect(() => {
    if (followed.current !== question) following.current = 'question';
    followed.current = question;
    const element = log.current;
    if (!open || !following.current || !element) return;
    scrollTo(element, following.current === 'end' ? element.scrollHeight : lastQuestionTop(element));
  });

  return {
    away,
    onScroll(): void {
      const element = log.current;
      if (!element) return;
      const end = element.scrollHeight - element.clientHeight;
      const left = Math.min(lastQuestionTop(element), end) - element.scrollTop;
      const isFollowing = following.current === 'question' && Math.abs(left) <= 2;
      const atEnd = end - element.scrollTop <= bottomTolerance;
      following.current = isFollowing ? 'question' : atEnd ? 'end' : null;
      setAway(following.current === null && left > 0);
    },
    /** Goes to the end and stays there. */
    toEnd(): void {
      following.current = 'end';
      setAway(false);
      if (log.current) scrollTo(log.current, log.current.scrollHeight);
    },
  };
}

/** Returns the position of the last question in the log, in pixels. */
function lastQuestionTop(log: HTMLElement): number {
  const last = [...log.querySelectorAll<HTMLElement>('.kc-mine')].at(-1);
  if (!last) return log.scrollHeight;
  return last.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop - headroom;
}

function scrollTo(log: HTMLElement, top: number): void {
  log.scrollTo({ top, behavior: 'instant' });
}
