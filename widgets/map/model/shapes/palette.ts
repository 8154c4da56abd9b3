/** How many colours are in a row. */
export const paletteColumns = 5;

/** The colours of shapes by default. */
export const defaultColors = { polygon: '#1d5fd1', marker: '#d64550' } as const;
