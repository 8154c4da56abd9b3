import { expect, test } from 'vitest';
import { palette, parseHex } from './palette.ts';

test('has fifteen distinct colours', () => {
  expect(new Set(palette).size).toBe(15);
  expect(palette.every((color) => parseHex(color) === color)).toBe(true);
});

test.each([
  ['#0B7480', '#0b7480'],
  ['0b7480', '#0b7480'],
  [' #f0a ', '#ff00aa'],
  ['#12345', null],
  ['red', null],
  ['', null],
])('"%s" is %s', (text, color) => {
  expect(parseHex(text)).toBe(color);
});
