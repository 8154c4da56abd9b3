import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

interface Parts {
  readonly panel: RefObject<HTMLElement | null>;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly stop: RefObject<HTMLButtonElement | null>;
}

/**
 * Manages the focus: on the input as soon as the panel opens, so that immediate input is not lost; on the
 * stop button while the input is disabled, and back. The specification allows at most 0.8 s for it.
 */
export function useFocus({ panel, input, stop }: Parts, open: boolean, pending: boolean): void {
  useLayoutEffect(() => {
    if (!open) return undefined;
    function focus(): void {
      const { current: field } = input;
      (stop.current ?? field)?.focus({ preventScroll: true });
      // Continues the text typed before the panel was closed.
      field?.setSelectionRange(field.value.length, field.value.length);
    }
    if (document.hasFocus()) {
      focus();
      return undefined;
    }
    // In Chromium, a frame that focuses itself takes the focus from the page but gets no key events: it waits
    // to be focused.
    addEventListener('focus', focus, { once: true });
    return () => removeEventListener('focus', focus);
  }, [open, input, stop]);

  const had = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    const lost = active === null || active === document.body;
    if (pending) {
      // A disabled field loses the focus, in some browsers immediately, in others at the next key press.
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
export function trapTabFocus(event: KeyboardEvent<HTMLElement>): void {
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
