/** The style of areas: see `KomakMapProps.areas`. */
export type AreaStyle = 'tinted' | 'filled';

/** The styles; an outline without a colour has that of its area. */
export const areaStyles = {
  /** The style of the specification. */
  tinted: { fillOpacity: 0.3, stroke: 2, edge: null },
  /** Lets little of the basemap through; the dark outline separates light areas from it, and all from one another. */
  filled: { fillOpacity: 0.85, stroke: 1.25, edge: '#080c0e' },
} as const satisfies Record<
  AreaStyle,
  { readonly fillOpacity: number; readonly stroke: number; readonly edge: string | null }
>;
