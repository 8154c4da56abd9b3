import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/** How long after opening the input gets the focus, in milliseconds, as specified. */
const focusDelay = 800;

interface Parts {
  readonly panel: RefObject<HTMLElement | null>;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly stop: RefObject<HTMLButtonElement | null>;
}

/**
 * Where the focus is: in the panel as soon as it opens, so that Escape works; in the input a moment later, unless the person
 * has gone elsewhere in it meanwhile; on the stop button while the input is disabled, and back.
 */
export function useFocus({ panel, input, stop }: Parts, open: boolean, pending: boolean): void {
  useEffect(() => {
    if (!open) return undefined;
    panel.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      if (isAt(panel.current)) (stop.current ?? input.current)?.focus({ preventScroll: true });
    }, focusDelay);
    return () => clearTimeout(timer);
  }, [open, panel, input, stop]);

  const had = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    const lost = active === null || active === document.body;
    if (pending) {
      // A field that is disabled loses the focus, in some browsers at once and in some when a key is pressed.
      had.current = lost ? had.current : (panel.current?.contains(active) ?? false);
      if (had.current || active === input.current) stop.current?.focus({ preventScroll: true });
      return;
    }
    if (had.current && (lost || isAt(panel.current))) input.current?.focus({ preventScroll: true });
    had.current = false;
  }, [pending, panel, input, stop]);
}

/** Whether the focus is on the panel itself, or nowhere. */
function isAt(panel: HTMLElement | null): boolean {
  const active = document.activeElement;
  return panel !== null && (active === panel || active === null || active === document.body);
}

const reachable =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/** Keeps Tab within the panel. */
export function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(reachable)].filter(
    (element) => element.getClientRects().length > 0,
  );
  const [first, last] = [all[0], all.at(-1)];
  const active = document.activeElement;
  const outside = active === event.currentTarget;
  if (event.shiftKey && (active === first || outside)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && active === last) {
    event.preventDefault();
    first?.focus();
  }
}
