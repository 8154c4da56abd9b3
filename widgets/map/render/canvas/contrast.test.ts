import { describe, expect, test } from 'vitest';
import { palette, rgbaOf } from '../../model/index.ts';
import { contrast, isDarkBackground, ensureContrast } from './contrast.ts';

const plain = { light: '#eef0f1', dark: '#11191b' } as const;
const pictures = { light: '#f2efe9', dark: '#262626' } as const;
const between = (one: string, other: string) => contrast(rgbaOf(one), rgbaOf(other));

test('contrast is that of WCAG', () => {
  expect(between('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(between('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect([plain.dark, pictures.dark, plain.light, pictures.light].map(isDarkBackground)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe.each([
  ['plain dark ground', [plain.dark]],
  ['plain light ground', [plain.light]],
  ['light pictures in the dark', [plain.dark, pictures.light]],
  ['dark pictures in the light', [plain.light, pictures.dark]],
])('on %s', (_, grounds) => {
  test.each([...palette, '#000', '#05070a', '#0a0a2a', '#11191b', '#fff', '#fdfdf0', '#f2efe9', '#fde725'])(
    '%s is visible',
    (color) => {
      const drawn = ensureContrast(color, grounds);
      for (const ground of grounds)
        expect(between(drawn, ground)).toBeGreaterThanOrEqual(isDarkBackground(ground) ? 3 : 1.8);
    },
  );
});

test('keeps visible colours, and all colours on unknown basemaps', () => {
  for (const color of palette) expect(ensureContrast(color, [plain.light, pictures.light])).toBe(color);
  expect(ensureContrast('#e0a21b', [plain.dark])).toBe('#e0a21b');
  expect(ensureContrast('#000000', [])).toBe('#000000');
});

test('keeps a dark blue blue', () => {
  const [red, green, blue] = rgbaOf(ensureContrast('#00003c', [plain.dark]));
  expect(blue).toBeGreaterThan(Math.max(red, green) + 20);
});
