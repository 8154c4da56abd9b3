import { expect, test } from 'vitest';
import { isInside, type Coordinates } from '#kernel/domain/geo/index.ts';
import { randomPointInside } from './create-households.ts';

const horseshoe: Coordinates[] = [
  [0, 0],
  [0, 3],
  [3, 3],
  [3, 2],
  [1, 2],
  [1, 1],
  [3, 1],
  [3, 0],
];

test('a point between the arms of a horseshoe is outside', () => {
  expect(isInside(horseshoe, [2, 1.5])).toBe(false);
  expect(isInside(horseshoe, [0.5, 1.5])).toBe(true);
  expect(isInside(horseshoe, [2, 0.5])).toBe(true);
});

test('chooses points inside, and none in a line', () => {
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let count = 0; count < 100; count++) {
    const point = randomPointInside(horseshoe, next);
    expect(point && isInside(horseshoe, point)).toBe(true);
  }
  expect(
    randomPointInside(
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      next,
    ),
  ).toBeNull();
});
