import { mapShades as shades, noShade } from '#kernel/domain/geo/palette.ts';

/** The classes of a metric, each with about the same number of neighbourhoods. */
export interface Shading {
  /** The lowest and highest value of each class, in order; at most as many as there are shades. */
  readonly classes: readonly { readonly from: number; readonly to: number; readonly color: string }[];
  readonly colorOf: (value: number | undefined) => string;
}

/** Divides values into classes; equal values are never separated. */
export function shade(values: readonly number[]): Shading {
  const sorted = values.toSorted((one, other) => one - other);
  const distinct = [...new Set(sorted)];
  const count = Math.min(shades.length, distinct.length);
  const ends = Array.from({ length: count }, (_, index) => {
    const last = Math.ceil(((index + 1) / count) * sorted.length) - 1;
    return sorted[last] ?? 0;
  });
  const limits = distinct.length <= shades.length ? distinct : [...new Set(ends)];
  const classes = limits.map((to, index) => {
    const above = index === 0 ? undefined : limits[index - 1];
    const from = distinct.find((value) => above === undefined || value > above) ?? to;
    const step = limits.length === 1 ? 0 : Math.round((index / (limits.length - 1)) * (shades.length - 1));
    return { from, to, color: shades[step] ?? noShade };
  });
  return {
    classes,
    colorOf: (value) =>
      value === undefined ? noShade : (classes.find(({ to }) => value <= to)?.color ?? noShade),
  };
}
