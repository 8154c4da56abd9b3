/** The accent colour of the programme, as in its style sheets. */
export const accentColor = '#0b7480';

/** The colour of a household's marker. */
export const householdColor = '#d64550';

/** The default colour of a drawn area. */
export const areaColor = '#1d5fd1';

/** The colour of a marker without a category. */
export const neutralColor = '#59666d';

/** The darkest colour: text and lines on a light background. */
export const inkColor = '#172024';

/** The edges of an invalid outline, such as edges that cross each other. */
export const faultColor = '#d61f2c';

/** Borders and corners to which the pointer snaps, and the preview of a change. */
export const snapColor = '#b8319b';

/** The outlines of adjacent areas, and their names with a halo, by the brightness of the background. */
export const neighborColors = {
  light: { line: '#7a878e', text: '#4a565c', halo: '#ffffff' },
  dark: { line: '#8b9aa3', text: '#c9d3d8', halo: '#10181c' },
} as const;

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
  areaColor,
  '#5a4fcf',
  '#8b46c9',
  '#b92f8a',
  '#96562f',
  neutralColor,
  inkColor,
] as const;

/** Normalizes `#RGB` or `RRGGBB` to `#rrggbb`; null for anything else. */
export function parseHex(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  if (!/^[0-9a-f]{3}$/.test(digits)) return null;
  return `#${[...digits].map((digit) => digit + digit).join('')}`;
}
