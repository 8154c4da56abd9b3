import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noShade, shade, shades } from './shades.ts';

const values = fc.array(fc.nat(50), { minLength: 1, maxLength: 60 });

it('puts every value into one class, equal ones into the same, higher ones never below', () => {
  fc.assert(
    fc.property(values, (all) => {
      const { classes, colorOf } = shade(all);
      expect(classes.length).toBeLessThanOrEqual(shades.length);
      for (const value of all) {
        const own = classes.filter(({ from, to }) => value >= from && value <= to);
        expect(own.map(({ color }) => color)).toEqual([colorOf(value)]);
      }
      for (const [place, { from, to }] of classes.entries()) {
        expect(from).toBeLessThanOrEqual(to);
        expect(all).toContain(from);
        const above = classes[place + 1];
        if (above) expect(above.from).toBeGreaterThan(to);
      }
      const order = classes.map(({ color }) => shades.indexOf(color as (typeof shades)[number]));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }),
  );
});

it('has a shade for what has no figure', () => {
  expect(shade([1, 2]).colorOf(undefined)).toBe(noShade);
});
