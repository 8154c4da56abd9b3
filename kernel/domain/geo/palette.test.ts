import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accentColor, palette, parseHex } from './palette.ts';

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

test('contains the accent colour of the style sheets', () => {
  expect(palette).toContain(accentColor);
  for (const sheet of ['kernel/domain/theme/colors.css', 'widgets/map/ui/style/tokens.css']) {
    const styles = readFileSync(new URL(`../../../${sheet}`, import.meta.url), 'utf8');
    expect(styles).toMatch(new RegExp(`-accent: ${accentColor};`));
  }
});
