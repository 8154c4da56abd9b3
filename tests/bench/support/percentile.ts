/** The value below which a given share of the values lies: 0.5 is the median. Infinity without values. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Infinity;
}
