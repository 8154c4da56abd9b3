/** The position and size of a card on the page. */
export interface CardBox {
  readonly left: number;
  readonly top: number;
}

/** The card that a key moves to from another; null if there is none. Rows may differ in height. */
export function cardAfterKey(key: string, from: number, boxes: readonly CardBox[]): number | null {
  const here = boxes[from];
  if (!here) return null;
  const to = target(key, from, here, boxes);
  return to === null || boxes[to] === undefined ? null : to;
}

function target(key: string, from: number, here: CardBox, boxes: readonly CardBox[]): number | null {
  switch (key) {
    case 'ArrowRight':
      return from + 1;
    case 'ArrowLeft':
      return from - 1;
    case 'Home':
      return 0;
    case 'End':
      return boxes.length - 1;
    case 'ArrowDown':
    case 'ArrowUp':
      return inColumn(key === 'ArrowDown' ? 1 : -1, from, here, boxes);
    default:
      return null;
  }
}

function inColumn(step: 1 | -1, from: number, here: CardBox, boxes: readonly CardBox[]): number | null {
  for (let at = from + step; at >= 0 && at < boxes.length; at += step) {
    const box = boxes[at];
    if (box && Math.abs(box.left - here.left) < 4) return at;
  }
  // The last row may be short: its last card is the nearest.
  const last = boxes.at(-1);
  return step === 1 && last && last.top > here.top ? boxes.length - 1 : null;
}
