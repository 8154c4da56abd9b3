import { expect, test } from 'vitest';
import { shortestMove, occlusionsAround, type Box } from './occluded-area.ts';

/** As in the style sheets for a map of this size: ten pixels from its edges. */
function boxes(width: number, height: number) {
  const end = { right: width - 10, bottom: height - 10 };
  return {
    toolbar: { left: 10, top: 10, right: Math.min(520, end.right), bottom: 52 },
    card: { left: 10, top: end.bottom - 210, right: width <= 600 ? end.right : 314, bottom: end.bottom },
    list: { left: end.right - 272, top: 60, ...end },
  };
}

test.each([
  // The window, the map in it, and the best way to avoid the card.
  [375, 343, 560, { top: 52, right: 0, bottom: 220, left: 0 }],
  [768, 500, 720, { top: 52, right: 0, bottom: 220, left: 0 }],
  [1440, 1140, 640, { top: 52, right: 0, bottom: 0, left: 314 }],
  [1920, 1620, 720, { top: 52, right: 0, bottom: 0, left: 314 }],
])(
  'in a window of %i the toolbar occludes its strip, the card its side, or the bottom of a narrow map',
  (_, width, height, besideCard) => {
    const { toolbar, card } = boxes(width, height);
    expect(occlusionsAround({ width, height }, [])).toEqual([{ top: 0, right: 0, bottom: 0, left: 0 }]);
    expect(occlusionsAround({ width, height }, [toolbar])[0]).toEqual({
      top: 52,
      right: 0,
      bottom: 0,
      left: 0,
    });
    expect(occlusionsAround({ width, height }, [toolbar, card])[0]).toEqual(besideCard);
  },
);

const size = { width: 1140, height: 640 };
const { toolbar, card, list } = boxes(size.width, size.height);
const move = (box: Box, panels: readonly Box[]) => shortestMove(box, size, occlusionsAround(size, panels));
const boxAt = (left: number, top: number, width = 200, height = 120): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('the list occludes the other side', () => {
  const [roomiest] = occlusionsAround(size, [toolbar, card, list]);
  expect(roomiest).toEqual({ top: 52, right: 282, bottom: 0, left: 314 });
});

test('moves a point under the card out of it by the shorter path', () => {
  expect(move(boxAt(280, 480), [toolbar, card])).toEqual({ x: 50, y: 0 });
  expect(move(boxAt(60, 320), [toolbar, card])).toEqual({ x: 0, y: -36 });
});

test('leaves a point without a panel over it, also at the edge of the map or beside the toolbar', () => {
  for (const box of [boxAt(600, 300), boxAt(938, 518), boxAt(700, 4), boxAt(4, 70)])
    expect(move(box, [toolbar, card])).toEqual({ x: 0, y: 0 });
});

test('moves a point between panels at both sides to between them, as long as there is space', () => {
  expect(move(boxAt(700, 480), [toolbar, card, list])).toEqual({ x: -58, y: 0 });
  expect(move(boxAt(330, 80, 780, 540), [toolbar, card, list])).toBeNull();
});

test('leaves a shape that does not fit to the user', () => {
  expect(move(boxAt(-20, 480), [toolbar, card])).toBeNull();
  expect(move(boxAt(100, 600), [toolbar, card])).toBeNull();
});
