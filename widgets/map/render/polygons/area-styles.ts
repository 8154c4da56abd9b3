/** The style of areas: see `KomakMapProps.areas`. */
export type AreaStyle = 'tinted' | 'filled';

/** The styles; without an outline colour, the outline has the area's colour. */
export const areaStyles = {
  /** The style of the specification. */
  tinted: { fillOpacity: 0.3, stroke: 2, edge: null },
  /** Nearly opaque; the dark outline separates light areas from the basemap, and all areas from each other. */
  filled: { fillOpacity: 0.85, stroke: 1.25, edge: '#080c0e' },
} as const satisfies Record<
  AreaStyle,
  { readonly fillOpacity: number; readonly stroke: number; readonly edge: string | null }
>;
