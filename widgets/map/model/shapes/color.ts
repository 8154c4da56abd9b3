import { areaColor, householdColor, neutralColor } from '#kernel/domain/geo/palette.ts';
import type { Kind } from './shape.ts';

/** The number of colours per row of the palette. */
export const paletteColumns = 5;

/** The colours of shapes by default. */
export const defaultColors = { polygon: areaColor, marker: householdColor } as const;

/** Red, green, blue, opacity: 0…255. */
export type Rgba = [red: number, green: number, blue: number, alpha: number];

const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/iu;
const functional =
  /^rgba?\(\s*(\d{1,3})\s*[\s,]\s*(\d{1,3})\s*[\s,]\s*(\d{1,3})\s*(?:[,/]\s*[\d.]{1,8}%?\s*)?\)$/iu;

/** Parses a colour that can be drawn and stored; `null` if it is none. `rgb(…)` becomes `#rrggbb`. */
export function readColor(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (hex.test(text)) return text;
  const parts = functional.exec(text)?.slice(1, 4).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return toHex(parts);
}

/** Writes red, green and blue, of 0…255, as `#rrggbb`; leaves out the opacity. */
export function toHex(parts: readonly number[]): string {
  return `#${parts
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Parses a colour; the default of the kind if it is none. */
export function colorOr(value: unknown, kind: Kind): string {
  return readColor(value) ?? defaultColors[kind];
}

/** The components of a colour as it is drawn: without its own opacity; those of the neutral one for an invalid colour. */
export function rgbaOf(color: string, opacity = 1): Rgba {
  const digits = (hex.test(color) ? color : neutralColor).slice(1);
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const value = Number.parseInt(long.slice(0, 6), 16);
  return [value >> 16, (value >> 8) & 255, value & 255, Math.round(opacity * 255)];
}
