import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** The direction of a swipe. */
export type Side = 'left' | 'right';

/** The state of a swipe: its direction, and whether releasing it now would trigger the action. */
export interface Swipe {
  readonly side: Side;
  readonly armed: boolean;
}

/** Movement up to this distance, in px, is not a swipe. */
const slop = 10;
/** Within this distance of the window's edges, in px, swipes belong to the system. */
const edge = 20;

/** The distance, in px, from which a swipe triggers the action. */
function thresholdOf(width: number): number {
  return Math.min(120, width * 0.34);
}

interface SwipeOptions {
  /** Whether each side has an action; the row does not move to a side without one. */
  readonly offers: Readonly<Record<Side, boolean>>;
  readonly onSwipe: (side: Side) => void;
}

/**
 * Lets a finger push the first element of a row aside. Releasing it beyond a threshold triggers the action;
 * moving back, a second finger, or scrolling the page cancels it.
 */
export function useSwipe(
  row: RefObject<HTMLElement | null>,
  { offers, onSwipe }: SwipeOptions,
): Swipe | null {
  const [swipe, setSwipe] = useState<Swipe | null>(null);
  const isOffered = useEffectEvent((side: Side) => offers[side]);
  const finish = useEffectEvent(onSwipe);
  useEffect(() => {
    const moved = row.current?.firstElementChild;
    if (!row.current || !(moved instanceof HTMLElement)) return undefined;
    return followFinger(row.current, moved, { isOffered, setSwipe, finish });
  }, [row]);
  return swipe;
}

interface Handlers {
  readonly isOffered: (side: Side) => boolean;
  readonly setSwipe: (swipe: Swipe | null) => void;
  readonly finish: (side: Side) => void;
}

function followFinger(row: HTMLElement, moved: HTMLElement, { isOffered, setSwipe, finish }: Handlers) {
  const leaving = new AbortController();
  let start: PointerEvent | null = null;
  let swipe: Swipe | null = null;
  let wasMoved = false;

  function show(next: Swipe | null, distance = 0): void {
    moved.style.transition = next ? 'none' : 'transform var(--slow) var(--ease)';
    moved.style.transform = next ? `translateX(${distance}px)` : '';
    if (next?.side !== swipe?.side || next?.armed !== swipe?.armed) setSwipe(next);
    swipe = next;
  }

  function end(): void {
    start = null;
    show(null);
  }

  function begin(event: PointerEvent): void {
    end();
    wasMoved = false;
    if (isOurs(event, row)) start = event;
  }

  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointerId) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!swipe && !wasMoved) {
      if (Math.hypot(x, y) < slop) return;
      // The page scrolls.
      if (Math.abs(x) <= Math.abs(y)) return end();
      wasMoved = true;
    }
    const side = x > 0 ? 'right' : 'left';
    if (!isOffered(side)) return show(null);
    const threshold = thresholdOf(row.clientWidth);
    const beyond = Math.max(0, Math.abs(x) - threshold);
    // Resists beyond the threshold, as tactile feedback.
    const distance = Math.abs(x) - beyond * 0.7;
    show({ side, armed: beyond > 0 }, x > 0 ? distance : -distance);
  }

  function release(): void {
    const done = swipe;
    end();
    if (done?.armed) finish(done.side);
  }

  const { signal } = leaving;
  row.addEventListener('pointerdown', begin, { signal });
  row.addEventListener('pointermove', move, { signal });
  row.addEventListener('pointerup', release, { signal });
  row.addEventListener('pointercancel', end, { signal });
  return () => {
    leaving.abort();
    end();
  };
}

function isOurs({ pointerType, isPrimary, clientX, target }: PointerEvent, row: HTMLElement): boolean {
  const isInside = clientX > edge && clientX < innerWidth - edge;
  return pointerType === 'touch' && isPrimary && isInside && !scrollsSideways(target, row);
}

/** Whether a part of the row, such as a tab list, scrolls horizontally itself. */
function scrollsSideways(target: EventTarget | null, row: HTMLElement): boolean {
  for (let part = target as HTMLElement | null; part && part !== row; part = part.parentElement) {
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX))
      return true;
  }
  return false;
}
