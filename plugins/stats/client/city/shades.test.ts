import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaStyles } from '#widgets/map/index.ts';
import { mapShades as shades, noShade } from '#kernel/domain/geo/palette.ts';
import { shade } from './shades.ts';

const values = fc.array(fc.nat(50), { minLength: 1, maxLength: 60 });

it('assigns every value one class, equal values the same, higher ones never a lower one', () => {
  fc.assert(
    fc.property(values, (all) => {
      const { classes, colorOf } = shade(all);
      expect(classes.length).toBeLessThanOrEqual(shades.length);
      for (const value of all) {
        const own = classes.filter(({ from, to }) => value >= from && value <= to);
        expect(own.map(({ color }) => color)).toEqual([colorOf(value)]);
      }
      for (const [index, { from, to }] of classes.entries()) {
        expect(from).toBeLessThanOrEqual(to);
        expect(all).toContain(from);
        const above = classes[index + 1];
        if (above) expect(above.from).toBeGreaterThan(to);
      }
      const order = classes.map(({ color }) => shades.indexOf(color as (typeof shades)[number]));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
    }),
  );
});

it('has a shade for areas without a value', () => {
  expect(shade([1, 2]).colorOf(undefined)).toBe(noShade);
});

describe.each([
  ['plain ground in the light', '#eef0f1'],
  ['plain ground in the dark', '#11191b'],
  ['OpenStreetMap', '#f2efe9'],
])('on %s', (_, ground) => {
  const { fillOpacity, edge } = areaStyles.filled;
  const areas = shades.map((color) => blend(color, ground, fillOpacity));

  it('each shade contrasts with the next, and with the edges between areas', () => {
    for (const [index, area] of areas.entries()) {
      const next = areas[index + 1];
      if (next) expect(contrast(area, next)).toBeGreaterThan(1.4);
      expect(contrast(area, rgb(edge))).toBeGreaterThan(1.8);
    }
  });

  it('each area contrasts with the basemap, by itself or by its edge', () => {
    for (const area of areas) {
      const apart = Math.max(contrast(area, rgb(ground)), contrast(rgb(edge), rgb(ground)));
      expect(apart).toBeGreaterThan(1.8);
    }
  });
});

type Rgb = readonly number[];

function rgb(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function blend(color: string, ground: string, opacity: number): Rgb {
  const below = rgb(ground);
  return rgb(color).map((part, index) => part * opacity + (below[index] ?? 0) * (1 - opacity));
}

/** The contrast ratio as defined by WCAG. */
function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
