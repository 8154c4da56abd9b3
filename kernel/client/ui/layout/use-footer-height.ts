import { useEffect, useRef, type RefObject } from 'react';

/** So much room under a bar is enough for what floats. */
const enough = 84;

/** Tells the page where its own bar at the foot of the window begins, so that nothing that floats lies on its buttons. */
export function useFooterHeight<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    let asked = 0;
    const tell = () => {
      asked = 0;
      const foot = bar.current ? footerHeight(bar.current) : 0;
      style.setProperty('--footer-height', `${foot}px`);
      // Above so high a bar what floats would lie on the page's head.
      if (foot > innerHeight / 2) dataset['footer'] = 'high';
      else delete dataset['footer'];
    };
    const ask = () => {
      asked ||= requestAnimationFrame(tell);
    };
    const observer = new ResizeObserver(ask);
    if (bar.current) observer.observe(bar.current);
    observer.observe(document.body);
    addEventListener('scroll', ask, { passive: true });
    addEventListener('resize', ask);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', ask);
      removeEventListener('resize', ask);
      cancelAnimationFrame(asked);
      style.removeProperty('--footer-height');
      delete dataset['footer'];
    };
  }, []);
  return bar;
}

/** How high it reaches from the window's foot; a bar that has gone up with the page leaves the foot free. */
function footerHeight(bar: HTMLElement): number {
  const { top, bottom } = bar.getBoundingClientRect();
  const below = innerHeight - bottom;
  return below >= enough ? 0 : Math.max(0, Math.round(innerHeight - top));
}
