import type { Measured } from './load.ts';

/** A ratio to the bare server's requests, or the limit of the 95th percentile in milliseconds. */
export type Goal = { readonly ratio: number } | { readonly p95: number };

/** The result of one row. */
export interface Result {
  readonly name: string;
  readonly goal: Goal | null;
  readonly ours: Measured;
  readonly bare: Measured | null;
}

/** The memory of our server's process, in bytes. */
export interface Memory {
  readonly idle: number;
  readonly afterReads: number;
}

/** The maximum 99th percentile of a row whose goal is a ratio, in milliseconds. */
const slowest = 50;
const header = [
  '',
  'req/s',
  'bare',
  'ratio',
  'goal',
  'p95 ms',
  'p99 ms',
  'node ms',
  'bare',
  'pg ms',
  'bare',
  'errors',
  'reached',
];
const widths = [40, 8, 8, 7, 9, 8, 8, 8, 8, 8, 8, 8] as const;

/** Prints the table, including missed goals; returns whether every goal was reached. */
export function printTable(results: readonly Result[], memory: Memory): boolean {
  print(...header);
  const verdicts = results.map(({ name, ours, bare, goal }) => {
    const ratio = bare ? ours.rate / bare.rate : null;
    const reached = reaches(ours, ratio, goal);
    const target = goal === null ? '' : 'ratio' in goal ? goal.ratio.toFixed(2) : `p95 ${goal.p95}`;
    print(
      name,
      ours.rate.toFixed(0),
      bare?.rate.toFixed(0) ?? '',
      ratio?.toFixed(2) ?? '',
      target,
      ours.p95.toFixed(0),
      ours.p99.toFixed(0),
      ours.processorMs?.toFixed(2) ?? '',
      bare?.processorMs?.toFixed(2) ?? '',
      ours.databaseMs?.toFixed(2) ?? '',
      bare?.databaseMs?.toFixed(2) ?? '',
      String(ours.errors),
      verdict(reached),
    );
    return reached;
  });
  print('');
  for (const [name, bytes, max] of [
    ['memory idle', memory.idle, 150],
    ['memory after reads', memory.afterReads, 350],
  ] as const) {
    const mebibytes = Math.round(bytes / 1024 / 1024);
    verdicts.push(mebibytes <= max);
    print(
      name,
      `${mebibytes} MiB`,
      '',
      '',
      `≤ ${max}`,
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      verdict(mebibytes <= max),
    );
  }
  return verdicts.every((reached) => reached !== false);
}

/** Null without a goal. A ratio counts only if responses are in time, and nothing counts with errors. */
function reaches(ours: Measured, ratio: number | null, goal: Goal | null): boolean | null {
  if (goal === null) return null;
  if (ours.errors > 0) return false;
  if ('p95' in goal) return ours.p95 <= goal.p95;
  return ratio !== null && ratio >= goal.ratio && ours.p99 <= slowest;
}

function verdict(reached: boolean | null): string {
  return reached === null ? '–' : reached ? 'yes' : 'NO';
}

function print(...cells: readonly string[]): void {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index] ?? 8),
  );
  process.stdout.write(`${padded.join(' ').trimEnd()}\n`);
}
