import { useEffect, useRef, type RefObject } from 'react';

/** Floating buttons fit under a bar from this height, in px. */
const minHeight = 84;

/** Publishes the height of a page's bottom bar as `--footer-height`, so that floating buttons do not cover it. */
export function useFooterHeight<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    let frame = 0;
    const update = () => {
      frame = 0;
      const foot = bar.current ? footerHeight(bar.current) : 0;
      style.setProperty('--footer-height', `${foot}px`);
      // Above such a high bar, floating buttons would cover the page's header.
      if (foot > innerHeight / 2) dataset['footer'] = 'high';
      else delete dataset['footer'];
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    const observer = new ResizeObserver(schedule);
    if (bar.current) observer.observe(bar.current);
    observer.observe(document.body);
    addEventListener('scroll', schedule, { passive: true });
    addEventListener('resize', schedule);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', schedule);
      removeEventListener('resize', schedule);
      cancelAnimationFrame(frame);
      style.removeProperty('--footer-height');
      delete dataset['footer'];
    };
  }, []);
  return bar;
}

/** How far the bar reaches above the window's bottom; 0 if it has scrolled up far enough. */
function footerHeight(bar: HTMLElement): number {
  const { top, bottom } = bar.getBoundingClientRect();
  const below = innerHeight - bottom;
  return below >= minHeight ? 0 : Math.max(0, Math.round(innerHeight - top));
}
