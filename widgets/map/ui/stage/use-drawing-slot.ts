import { useEffect, useState, type RefObject } from 'react';

/** Browsers allow sixteen drawing contexts per page, and a map uses two. */
const maxDrawingMaps = 8;

interface Slot {
  seen: boolean;
  live: boolean;
  lastSeen: number;
  setLive: (live: boolean) => void;
}

const slots = new Set<Slot>();
let clock = 0;

/** Whether this map may draw now: at most eight do, visible ones first. */
export function useDrawingSlot(root: RefObject<HTMLElement | null>): boolean {
  const [live, setLive] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    // An observer reports in the next frame, which a loading page may delay.
    const slot: Slot = { seen: isInWindow(element), live: false, lastSeen: clock, setLive };
    slots.add(slot);
    share();
    const observer = new IntersectionObserver((entries) => {
      slot.seen = entries.at(-1)?.isIntersecting ?? false;
      clock += 1;
      slot.lastSeen = clock;
      share();
    });
    observer.observe(element);
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
}
