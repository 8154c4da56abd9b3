/** The fifteen colours to choose from, five in a row. */
export const palette = [
  '#2563eb',
  '#0891b2',
  '#0d9488',
  '#16a34a',
  '#65a30d',
  '#ca8a04',
  '#ea580c',
  '#dc2626',
  '#e11d48',
  '#db2777',
  '#c026d3',
  '#9333ea',
  '#4f46e5',
  '#475569',
  '#78350f',
] as const;

/** How many colours stand in a row. */
export const paletteColumns = 5;

/** What a shape wears where nothing is said. */
export const defaultColors = { polygon: '#2563eb', marker: '#dc2626' } as const;
