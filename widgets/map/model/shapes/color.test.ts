import { expect, test } from 'vitest';
import { colorOr, paletteColumns, readColor, rgbaOf } from './color.ts';
import { newShapeId } from './shape.ts';
import { palette } from '#kernel/domain/geo/palette.ts';

test.each([
  ['#fff', '#fff'],
  [' #16A34A ', '#16A34A'],
  ['#16a34a80', '#16a34a80'],
  ['rgb(22, 163, 74)', '#16a34a'],
  ['rgba(22 163 74 / 50%)', '#16a34a'],
  ['rgb(300, 0, 0)', null],
  ['red', null],
  ['#ggg', null],
  ['#16a34a;background:url(x)', null],
  [null, null],
  [7, null],
])('%j is parsed as %j', (value, color) => {
  expect(readColor(value)).toBe(color);
  expect(colorOr(value, 'marker')).toBe(color ?? '#d64550');
});

test.each([
  ['#fff', [255, 255, 255, 255]],
  ['#16a34a', [22, 163, 74, 255]],
  ['#16A34A80', [22, 163, 74, 255]],
  ['#1238', [17, 34, 51, 255]],
  ['#1af80', [89, 102, 109, 255]],
  ['green', [89, 102, 109, 255]],
])('%s is drawn opaque, with the components %j', (color, parts) => {
  expect(rgbaOf(color)).toEqual(parts);
});

test('the opacity is that of what is drawn, not of the colour', () => {
  expect(rgbaOf('#16a34a80', 0.3)).toEqual([22, 163, 74, 77]);
});

test('the palette has fifteen distinct colours in five columns', () => {
  expect(palette).toHaveLength(15);
  expect(palette.length % paletteColumns).toBe(0);
  expect(new Set(palette).size).toBe(15);
  for (const color of palette) expect(readColor(color)).toBe(color);
});

test('ids are distinct UUIDs', () => {
  const ids = Array.from({ length: 1000 }, newShapeId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
});
