/** How many colours stand in a row. */
export const paletteColumns = 5;

/** What a shape wears where nothing is said. */
export const defaultColors = { polygon: '#1d5fd1', marker: '#d64550' } as const;
