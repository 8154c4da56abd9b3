import { useEffect, useState, type RefObject } from 'react';

/** Browsers allow sixteen drawing contexts per page, and a map uses two. */
const maxDrawingMaps = 8;

interface Slot {
  seen: boolean;
  live: boolean;
  lastSeen: number;
  setLive: (live: boolean) => void;
  /** Starts or stops to observe whether the map is in the window, which costs each frame of the page. */
  observe: (on: boolean) => void;
}

const slots = new Set<Slot>();
let clock = 0;

/** Whether this map may draw now: at most eight do, visible ones first. */
export function useDrawingSlot(root: RefObject<HTMLElement | null>): boolean {
  const [live, setLive] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      slot.seen = entries.at(-1)?.isIntersecting ?? false;
      clock += 1;
      slot.lastSeen = clock;
      share();
    });
    // An observer reports in the next frame, which a loading page may delay.
    const seen = isInWindow(element);
    const observe = (on: boolean) => (on ? observer.observe(element) : observer.disconnect());
    const slot: Slot = { seen, live: false, lastSeen: clock, setLive, observe };
    slots.add(slot);
    share();
    return () => {
      observer.disconnect();
      slots.delete(slot);
      setLive(false);
      share();
    };
  }, [root]);
  return live;
}

function isInWindow(element: HTMLElement): boolean {
  const { top, right, bottom, left, width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

/** Gives the slots to visible maps; an invisible one keeps its slot until another needs it. */
function share(): void {
  const wanting = [...slots].filter(({ seen, live }) => seen || live);
  const ranked = wanting.toSorted(
    (one, other) =>
      Number(other.seen) - Number(one.seen) ||
      Number(other.live) - Number(one.live) ||
      other.lastSeen - one.lastSeen,
  );
  ranked.forEach((slot, rank) => {
    const live = rank < maxDrawingMaps;
    if (slot.live === live) return;
    slot.live = live;
    slot.setLive(live);
  });
  // While every map may draw, it does not matter which are visible.
  for (const slot of slots) slot.observe(!slot.live || slots.size > maxDrawingMaps);
}
