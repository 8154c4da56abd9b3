/** What became of calls, by their kind. */
export interface CallCounts {
  /** Notes an answer: its milliseconds, and whether it was the one that was wanted. */
  record(kind: string, milliseconds: number, problem?: string): void;
  /** How often what went wrong. */
  readonly problems: Readonly<Record<string, number>>;
  kinds(): readonly string[];
  count(kind: string): number;
  /** Answers of all kinds. */
  readonly total: number;
  /** Milliseconds within which so large a share of the answers came; infinite without any, so that no bound holds of nothing. */
  quantile(kind: string, share: number): number;
  /** A line for each kind: how many, and the milliseconds of 50, 95 and 99 of 100. */
  table(): string;
}

/** Opens a ledger. */
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
      const head = row('', ['answers', 'p50 ms', 'p95 ms', 'p99 ms', 'most ms']);
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
