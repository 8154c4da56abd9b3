import { useLayoutEffect, type RefObject } from 'react';
import { observeLayout } from '../layout/observe-layout.ts';

/**
 * Placements of toasts; the empty one is the default of the styles, and the last two lie over the bar or the assistant's button.
 */
const places = ['', 'top', 'bottom', 'foot', 'over'] as const;

/** Elements that must stay clear besides the focused one: buttons that send a form. */
const senders = '[type="submit"]:not(:disabled)';

/**
 * Keeps a floating element off the control that has the focus, and off the buttons that send forms (WCAG 2.4.11): sets
 * `data-place` to the first place where it covers none of them. It does not move under a pointer, so that presses do not miss it.
 */
export function useUnobstructedPlacement(
  region: RefObject<HTMLElement | null>,
  { count, held }: { readonly count: number; readonly held: boolean },
): void {
  useLayoutEffect(() => {
    const own = region.current;
    if (count === 0) own?.removeAttribute('data-place');
    if (!own || count === 0 || held) return undefined;
    // Before it is drawn: under a pointer that rests on the button it would be held there.
    putClear(own);
    return observeLayout(() => putClear(own), own, ['focusin']);
  }, [region, count, held]);
}

function putClear(own: HTMLElement): void {
  const focused = document.activeElement;
  if (own.contains(focused)) return;
  const hasFocus = focused instanceof HTMLElement && isReachable(focused) ? [focused] : [];
  const sends = [...document.querySelectorAll<HTMLElement>(senders)].filter(isReachable);
  // Where it is comes first: it moves only when it must.
  const all = [places.find((place) => place === own.dataset['place']) ?? '', ...places];
  const coversNoneOf = (parts: readonly HTMLElement[]) => (place: string) => {
    own.dataset['place'] = place;
    const box = own.getBoundingClientRect();
    return !parts.some((part) => overlaps(box, part.getBoundingClientRect()));
  };
  // Where both cannot be had, what has the focus is seen.
  own.dataset['place'] =
    all.find(coversNoneOf([...hasFocus, ...sends])) ?? all.find(coversNoneOf(hasFocus)) ?? '';
}

/** Neither what a dialog makes unreachable nor what fills half the window, which is seen in any case. */
function isReachable(part: HTMLElement): boolean {
  return (
    part !== document.body &&
    part.checkVisibility({ visibilityProperty: true }) &&
    !part.closest('[inert], [aria-hidden="true"]') &&
    part.offsetHeight < innerHeight / 2
  );
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
