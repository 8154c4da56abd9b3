import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The distance from its end, in pixels, up to which a log scrolls with new messages. */
const bottomTolerance = 48;

/** The space above a question that was scrolled to the top, in pixels. */
const headroom = 12;

/**
 * Keeps the latest content visible while a log grows: its end or, if the reply is longer, the question with
 * the start of the reply. It does not scroll if the user has scrolled up to read; then `away` is true, until
 * they send the next question.
 */
export function useAutoScroll(
  log: RefObject<HTMLElement | null>,
  question: string | undefined,
  open: boolean,
) {
  const following = useRef<'question' | 'end' | null>('question');
  const followed = useRef(question);
  const [away, setAway] = useState(false);

  // After every render: the reply, the composer or a notice above may have grown.
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
    /** Scrolls to the end and stays there. */
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
