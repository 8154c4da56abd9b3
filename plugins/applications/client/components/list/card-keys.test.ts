import { describe, expect, it } from 'vitest';
import { cardAfterKey } from './card-keys.ts';

/** Three columns, five cards. */
const boxes = [0, 1, 2, 3, 4].map((index) => ({ left: (index % 3) * 300, top: Math.floor(index / 3) * 200 }));

describe('arrow keys among cards', () => {
  it('move along the row and on to the next', () => {
    expect(cardAfterKey('ArrowRight', 2, boxes)).toBe(3);
    expect(cardAfterKey('ArrowLeft', 3, boxes)).toBe(2);
    expect(cardAfterKey('ArrowLeft', 0, boxes)).toBeNull();
    expect(cardAfterKey('ArrowRight', 4, boxes)).toBeNull();
  });

  it('move within the column, to the nearest card of a short last row', () => {
    expect(cardAfterKey('ArrowDown', 1, boxes)).toBe(4);
    expect(cardAfterKey('ArrowUp', 4, boxes)).toBe(1);
    expect(cardAfterKey('ArrowDown', 2, boxes)).toBe(4);
    expect(cardAfterKey('ArrowDown', 4, boxes)).toBeNull();
    expect(cardAfterKey('ArrowUp', 1, boxes)).toBeNull();
  });

  it('Home and End move to the ends', () => {
    expect(cardAfterKey('Home', 3, boxes)).toBe(0);
    expect(cardAfterKey('End', 0, boxes)).toBe(4);
    expect(cardAfterKey('a', 0, boxes)).toBeNull();
  });
});
