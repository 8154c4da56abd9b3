/** How areas look: see `KomakMapProps.areas`. */
export type AreaStyle = 'tinted' | 'filled';

/** What each look means; an edge without a colour has that of its area. */
export const areaStyles = {
  /** As the specification has shapes. */
  tinted: { fillOpacity: 0.3, stroke: 2, edge: null },
  /** Keeps a little of the ground; the dark edge parts light areas from a light ground, and all from one another. */
  filled: { fillOpacity: 0.85, stroke: 1.25, edge: '#080c0e' },
} as const satisfies Record<
  AreaStyle,
  { readonly fillOpacity: number; readonly stroke: number; readonly edge: string | null }
>;
