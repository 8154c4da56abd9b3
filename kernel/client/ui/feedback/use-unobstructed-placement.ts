import { useLayoutEffect, type RefObject } from 'react';
import { observeLayout } from '../layout/observe-layout.ts';
import { footerHeightEvent } from '../layout/use-footer-height.ts';

/**
 * Placements of toasts. The empty one is the default of the styles; the last two cover the bar or the assistant's
 * button.
 */
const placements = ['', 'top', 'bottom', 'foot', 'over'] as const;

/** Elements that must not be covered besides the focused one: submit buttons. */
const senders = '[type="submit"]:not(:disabled)';

/**
 * Keeps a floating element off the focused control and off submit buttons (WCAG 2.4.11): sets `data-place` to the first
 * placement that covers none of them. It does not move under a pointer, so that clicks do not miss it.
 */
export function useUnobstructedPlacement(
  region: RefObject<HTMLElement | null>,
  { count, held }: { readonly count: number; readonly held: boolean },
): void {
  useLayoutEffect(() => {
    const own = region.current;
    if (count === 0) own?.removeAttribute('data-place');
    if (!own || count === 0 || held) return undefined;
    // Before the paint: if it appeared under a resting pointer, it would stay there.
    const update = () => putClear(own);
    update();
    const stop = observeLayout(update, own, ['focusin']);
    // In the same frame, before it is drawn over a button.
    addEventListener(footerHeightEvent, update);
    return () => {
      stop();
      removeEventListener(footerHeightEvent, update);
    };
  }, [region, count, held]);
}

function putClear(own: HTMLElement): void {
  const focused = document.activeElement;
  if (own.contains(focused)) return;
  const hasFocus = focused instanceof HTMLElement && isReachable(focused) ? [focused] : [];
  const sends = [...document.querySelectorAll<HTMLElement>(senders)].filter(isReachable);
  // The current placement comes first, so that it moves only if it must.
  const all = [placements.find((placement) => placement === own.dataset['place']) ?? '', ...placements];
  const coversNoneOf = (parts: readonly HTMLElement[]) => (placement: string) => {
    own.dataset['place'] = placement;
    const box = own.getBoundingClientRect();
    return !parts.some((part) => overlaps(box, part.getBoundingClientRect()));
  };
  // If not all can be uncovered, the focused control takes precedence.
  own.dataset['place'] =
    all.find(coversNoneOf([...hasFocus, ...sends])) ?? all.find(coversNoneOf(hasFocus)) ?? '';
}

/** Excludes what a dialog makes unreachable, and parts over half the window's height, which are visible in any case. */
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
