import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Keeps the end of a growing list in sight for who is there, and counts what others have added for who reads further up.
 * What one says oneself always leads to the end.
 */
export function useStickToEnd(count: number, ofOthers: number, saidLast: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [unseen, setUnseen] = useState(0);
  const before = useRef({ count, ofOthers });
  const near = useRef(true);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    // On a phone the page scrolls, not the box.
    if (getComputedStyle(box).overflowY === 'auto') box.scrollTop = box.scrollHeight;
    else showEndOnPage(box);
  }, []);

  // One opens it to see the latest; on a phone the head of the page comes first.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && getComputedStyle(box).overflowY === 'auto') box.scrollTop = box.scrollHeight;
  }, []);

  useEffect(() => {
    const [box, mark] = [scroller.current, end.current];
    if (!box || !mark) return undefined;
    const root = getComputedStyle(box).overflowY === 'auto' ? box : null;
    const observer = new IntersectionObserver(
      ([entry]) => {
        near.current = entry?.isIntersecting ?? true;
        setAtEnd(near.current);
        if (near.current) setUnseen(0);
      },
      { root, rootMargin: '0px 0px 48px 0px' },
    );
    observer.observe(mark);
    // The composer grows: who was at the end stays there.
    const sizes = new ResizeObserver(() => {
      if (near.current && root) root.scrollTop = root.scrollHeight;
    });
    sizes.observe(box);
    return () => {
      observer.disconnect();
      sizes.disconnect();
    };
  }, []);

  useLayoutEffect(() => {
    const added = count - before.current.count;
    const news = ofOthers - before.current.ofOthers;
    before.current = { count, ofOthers };
    if (added <= 0) return;
    if (near.current || saidLast) toEnd();
    else if (news > 0) setUnseen((known) => known + news);
  }, [count, ofOthers, saidLast, toEnd]);

  return { scroller, end, atEnd, unseen, toEnd };
}

/** Where the page scrolls, the composer comes to the foot of the window, and what was said last stands above it. */
function showEndOnPage(box: HTMLElement): void {
  const { bottom: end } = box.getBoundingClientRect();
  const foot = (box.parentElement ?? box).getBoundingClientRect().bottom;
  const isVisible = foot <= innerHeight && end > innerHeight / 2;
  if (!isVisible) scrollBy({ top: foot - innerHeight });
}
