import { rgbaOf, toHex } from '../../model/index.ts';

type Color = readonly [red: number, green: number, blue: number, ...rest: readonly number[]];

const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];

/** On a light background, hue also distinguishes colours: only pale ones need adjustment. */
const minContrast = { onDark: 3, onLight: 1.8 } as const;

/** The share of black or white mixed in per step. */
const step = 0.04;

/**
 * A colour as it is drawn on these backgrounds, `#rrggbb`: as close to the chosen colour as possible with sufficient
 * contrast.
 */
export function ensureContrast(color: string, backgrounds: readonly string[]): string {
  return backgrounds.reduce((seen, background) => {
    const isDark = isDarkBackground(background);
    const least = isDark ? minContrast.onDark : minContrast.onLight;
    const own = rgbaOf(seen);
    let drawn: Color = own;
    for (let share = step; share <= 1 && contrast(drawn, rgbaOf(background)) < least; share += step) {
      drawn = mix(own, isDark ? white : black, share);
    }
    return drawn === own ? seen : toHex(drawn);
  }, color);
}

/** Whether a light colour has more contrast on a background than a dark one. */
export function isDarkBackground(background: string): boolean {
  return contrast(white, rgbaOf(background)) > contrast(black, rgbaOf(background));
}

/** The WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Color): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(one: Color, other: Color, share: number): Color {
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [between(one[0], other[0]), between(one[1], other[1]), between(one[2], other[2])];
}
