import { useEffect, type RefObject } from 'react';

/** Keeps the focus in the map when the focused part unmounts, such as a closed card, so that its keys go on working. */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const map = root.current;
    if (!map) return undefined;
    const page = map.ownerDocument;
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const forget = ({ target }: FocusEvent) => {
      // Some browsers also fire this for an element that is being removed.
      queueMicrotask(() => {
        if (target === last && map.contains(target as Node)) last = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (last === null || map.contains(last as Node)) return;
      last = null;
      const lost = page.activeElement === null || page.activeElement === page.body;
      if (lost) map.querySelector<HTMLElement>('.km-stage')?.focus({ preventScroll: true });
    });
    observer.observe(map, { childList: true, subtree: true });
    map.addEventListener('focusin', note);
    map.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      map.removeEventListener('focusin', note);
      map.removeEventListener('focusout', forget);
    };
  }, [root]);
}
