/** The fifteen colours to choose from. */
export const palette = [
  '#d64550',
  '#e2711d',
  '#e0a21b',
  '#8f9a1a',
  '#4e9a3a',
  '#2fa36b',
  '#0b7480',
  '#1f9cc2',
  '#1d5fd1',
  '#5a4fcf',
  '#8b46c9',
  '#b92f8a',
  '#96562f',
  '#59666d',
  '#172024',
] as const;

/** How many colours are in a row. */
export const paletteColumns = 5;

/** The colours of shapes by default. */
export const defaultColors = { polygon: '#1d5fd1', marker: '#d64550' } as const;
