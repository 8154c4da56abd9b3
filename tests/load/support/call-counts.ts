/** Results of calls by their kind. */
export interface CallCounts {
  /** Records a response: its milliseconds, and its problem, if any. */
  record(kind: string, milliseconds: number, problem?: string): void;
  /** The number of problems by `<kind>: <problem>`. */
  readonly problems: Readonly<Record<string, number>>;
  kinds(): readonly string[];
  count(kind: string): number;
  /** The number of all responses. */
  readonly total: number;
  /**
   * The duration in milliseconds within which a share of the responses arrived; infinite without responses,
   * so that no limit passes without data.
   */
  quantile(kind: string, share: number): number;
  /** A row for each kind: count, and in milliseconds the 50th, 95th and 99th percentile and the maximum. */
  table(): string;
}

/** Creates an empty collection of results. */
export function createCallCounts(): CallCounts {
  const durations = new Map<string, number[]>();
  const problems: Record<string, number> = {};

  function quantile(kind: string, share: number): number {
    const sorted = (durations.get(kind) ?? []).toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
  }

  return {
    record(kind, milliseconds, problem) {
      const own = durations.get(kind) ?? [];
      own.push(milliseconds);
      durations.set(kind, own);
      if (problem === undefined) return;
      const name = `${kind}: ${problem}`;
      problems[name] = (problems[name] ?? 0) + 1;
    },
    problems,
    kinds: () => [...durations.keys()],
    count: (kind) => durations.get(kind)?.length ?? 0,
    get total() {
      return [...durations.values()].reduce((sum, { length }) => sum + length, 0);
    },
    quantile,
    table() {
      const head = row('', ['responses', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms']);
      const lines = [...durations.keys()].toSorted().map((kind) => {
        const shares = [0.5, 0.95, 0.99, 1].map((share) => quantile(kind, share).toFixed(0));
        return row(kind, [String(durations.get(kind)?.length), ...shares]);
      });
      return [head, ...lines].join('');
    },
  };
}

function row(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(24)}${cells.map((cell) => cell.padStart(10)).join('')}\n`;
}
