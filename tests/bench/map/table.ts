/** The value below which a given share of the values lies; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints a row of a table. */
export function print(first: string, ...cells: readonly string[]): void {
  process.stdout.write(
    `${[first.padEnd(34), ...cells.map((cell) => cell.padStart(11))].join(' ').trimEnd()}\n`,
  );
}
