import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPolygon, isInside, polygonSchema, type PolygonProblem } from './polygon.ts';
import type { Coordinates } from './coordinates.ts';

const square: Coordinates[] = [
  [41, 60],
  [41, 61],
  [42, 61],
  [42, 60],
];
const swap = ([latitude, longitude]: Coordinates): Coordinates => [longitude, latitude];

/** A polygon around Urganch with one corner per ray. */
function starOf(rays: readonly number[]): Coordinates[] {
  return rays.map((ray, index) => {
    const angle = (index / rays.length) * 2 * Math.PI;
    return [41.5 + ray * Math.sin(angle), 60.6 + ray * Math.cos(angle)];
  });
}

describe('checkPolygon', () => {
  test.each<[string, Coordinates[], PolygonProblem | null]>([
    ['a square', square, null],
    ['a square the other way round', square.toReversed(), null],
    ['a triangle', square.slice(0, 3), null],
    [
      'a horseshoe',
      [
        [0, 0],
        [0, 3],
        [3, 3],
        [3, 2],
        [1, 2],
        [1, 1],
        [3, 1],
        [3, 0],
      ],
      null,
    ],
    ['nothing', [], 'polygon_few'],
    ['a line', square.slice(0, 2), 'polygon_few'],
    [
      'a bow tie',
      [
        [41, 60],
        [42, 61],
        [41, 61],
        [42, 60],
      ],
      'polygon_crossed',
    ],
    [
      'one that comes back through a corner',
      [
        [0, 0],
        [0, 2],
        [2, 2],
        [1, 1],
        [0, 1],
        [1, 1],
        [2, 0],
      ],
      'polygon_crossed',
    ],
    [
      'one with a corner on its own edge',
      [
        [0, 0],
        [0, 4],
        [4, 4],
        [0, 2],
      ],
      'polygon_crossed',
    ],
    [
      'one that runs back over itself',
      [
        [0, 0],
        [0, 4],
        [0, 1],
        [4, 4],
      ],
      'polygon_crossed',
    ],
    [
      'points on a line',
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      'polygon_crossed',
    ],
    [
      'a latitude beyond the pole',
      [
        [91, 60],
        [41, 61],
        [42, 61],
      ],
      'coordinates_range',
    ],
    [
      'a longitude beyond the line',
      [
        [41, 181],
        [41, 61],
        [42, 61],
      ],
      'coordinates_range',
    ],
    ['Urganch the wrong way round', square.map(swap), 'coordinates_swapped'],
  ])('%s', (_name, corners, problem) => {
    expect(checkPolygon(corners)).toBe(problem);
  });

  test('a star-shaped ring is simple, and one with two vertices swapped is not', () => {
    const rays = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(rays, (lengths) => {
        const star = starOf(lengths);
        expect(checkPolygon(star)).toBeNull();
        expect(isInside(star, [41.5, 60.6])).toBe(true);
        const [a, b, c, ...rest] = starOf(lengths.map(() => 1)) as [Coordinates, Coordinates, Coordinates];
        expect(checkPolygon([a, c, b, ...rest])).toBe('polygon_crossed');
      }),
    );
  });

  test('accepts a polygon of five thousand vertices', () => {
    expect(checkPolygon(starOf(Array.from({ length: 5000 }, () => 0.1)))).toBeNull();
  });
});

describe('polygonSchema', () => {
  test('opens a closed polygon and removes doubled vertices', () => {
    const [a, b, c, d] = square as [Coordinates, Coordinates, Coordinates, Coordinates];
    expect(polygonSchema.parse([a, b, b, c, d, d, a])).toEqual(square);
  });

  test.each([
    [null],
    ['41,60'],
    [
      [
        [41, 60, 1],
        [41, 61],
        [42, 61],
      ],
    ],
    [[[41], [41, 61], [42, 61]]],
    [
      [
        ['41', 60],
        [41, 61],
        [42, 61],
      ],
    ],
    [
      [
        [Number.NaN, 60],
        [41, 61],
        [42, 61],
      ],
    ],
    [
      [
        [Number.POSITIVE_INFINITY, 60],
        [41, 61],
        [42, 61],
      ],
    ],
    [Array.from({ length: 5001 }, (_, index) => [41 + index / 1e5, 60])],
  ])('rejects %j', (value) => {
    expect(polygonSchema.safeParse(value).success).toBe(false);
  });
});
