import { describe, expect, test } from 'vitest';
import { coordinatesSchema } from '#kernel/domain/geo/index.ts';
import { idParamSchema, idSchema, momentSchema, nameBlockSchema } from './wire.ts';

describe('wire types', () => {
  test.each([
    ['an id', idSchema, [1, 2 ** 31], [0, -1, 1.5, '1', null]],
    ['an id in an address', idParamSchema, ['1', 7], ['0', '-1', '1.5', 'x', '']],
    [
      'a moment',
      momentSchema,
      ['2026-11-21T08:15:30.000Z', '2026-11-21T13:15:30+05:00'],
      ['2026-11-21', '21.11.2026', '2026-11-21T08:15:30'],
    ],
    [
      'coordinates',
      coordinatesSchema,
      [
        [41.55, 60.62],
        [-90, 180],
      ],
      [[91, 0], [0, 181], [1], [1, 2, 3], ['1', '2']],
    ],
    [
      'a name',
      nameBlockSchema,
      [{ name: 'Bogʻ' }],
      [{ name: '  ' }, { name: 'x'.repeat(201) }, {}, { name: 'a', other: 1 }],
    ],
  ] as const)('%s', (_name, schema, good, bad) => {
    for (const value of good) expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(true);
    for (const value of bad) expect(schema.safeParse(value).success, JSON.stringify(value)).toBe(false);
  });
});
