/** The accent colour of the programme, as in its style sheets. */
export const accentColor = '#0b7480';

/** The colour of a household's marker. */
export const householdColor = '#d64550';

/** The former outline of a changed border, beside the new one in the accent colour; also for colour-blind people. */
export const formerBorderColor = '#c2410c';

/**
 * The shades of a coloured map, light to dark: they differ in brightness, so that they are distinguishable without colour. The
 * darkest is light enough for a dark background.
 */
export const mapShades = ['#fde725', '#7ad151', '#22a884', '#2a788e', '#414487'] as const;

/** The shade of an area without a value. */
export const noShade = '#87949a';

/** The fifteen colours for map polygons and categories, in rows of five. */
export const palette = [
  householdColor,
  '#e2711d',
  '#e0a21b',
  '#8f9a1a',
  '#4e9a3a',
  '#2fa36b',
  accentColor,
  '#1f9cc2',
  '#1d5fd1',
  '#5a4fcf',
  '#8b46c9',
  '#b92f8a',
  '#96562f',
  '#59666d',
  '#172024',
] as const;

/** Normalizes `#RGB` or `RRGGBB` to `#rrggbb`; null for anything else. */
export function parseHex(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  if (!/^[0-9a-f]{3}$/.test(digits)) return null;
  return `#${[...digits].map((digit) => digit + digit).join('')}`;
}
