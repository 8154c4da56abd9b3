import { startChild } from './child-process.ts';

/** Requests of one kind, as data: a separate process sends them. */
export interface Load {
  readonly url: string;
  /** The session of the requests, or several that alternate. */
  readonly token?: string | readonly string[];
  /** Concurrent connections; 16 by default. */
  readonly connections?: number;
  /** Replaces `{id}` in the address by a random integer, a new one for each request. */
  readonly ids?: { readonly first: number; readonly last: number };
  readonly body?: string;
  readonly type?: string;
  /** Sends a new `Idempotency-Key` with each request, as our client does for changes. */
  readonly idempotent?: boolean;
}

/** The result of a load. */
export interface Measured {
  /** Responses with a 2xx status per second. */
  readonly rate: number;
  /** The number of such responses, including warm-up; absent if they are not counted. */
  readonly requests?: number;
  /** CPU milliseconds of the server's process per response, including its jobs; absent if not measured. */
  readonly processorMs?: number;
  /** The same of PostgreSQL's processes; null where it cannot be read. */
  readonly databaseMs?: number | null;
  /** In milliseconds. */
  readonly p95: number;
  /** In milliseconds. */
  readonly p99: number;
  /** The number of requests that failed, timed out or had another status. */
  readonly errors: number;
}

/** Milliseconds of CPU time used so far by the servers, and by their database if that can be read. */
export interface ProcessorTimes {
  ours(): Promise<number>;
  bare(): Promise<number>;
  database(): Promise<number | null>;
}

/** The load generator: a separate process, so that no other work delays its requests. */
export interface LoadGenerator {
  /** Sends requests for some seconds, after one second of warm-up. */
  measure(load: Load, seconds: number): Promise<Measured>;
  stop(): Promise<void>;
}

/** Starts the load generator. */
export function startLoadGenerator(): LoadGenerator {
  const child = startChild(new URL('./generate-load.ts', import.meta.url));
  return {
    measure: (load, seconds) => child.request<Measured>({ load, seconds }),
    stop: () => child.stop(),
  };
}

/**
 * Measures a load and the one it is compared with, alternating for several rounds, and returns the medians by
 * rate.
 */
export async function compare(
  generator: LoadGenerator,
  { ours, bare }: { readonly ours: Load; readonly bare: Load | null },
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  processorTimes?: ProcessorTimes,
): Promise<{ ours: Measured; bare: Measured | null }> {
  const measured: { ours: Measured[]; bare: Measured[] } = { ours: [], bare: [] };
  async function measureOne(load: Load, side: 'ours' | 'bare'): Promise<Measured> {
    if (!processorTimes) return generator.measure(load, seconds);
    const before = [await processorTimes[side](), await processorTimes.database()] as const;
    const found = await generator.measure(load, seconds);
    const after = [await processorTimes[side](), await processorTimes.database()] as const;
    const requests = found.requests ?? 0;
    return {
      ...found,
      processorMs: (after[0] - before[0]) / requests,
      databaseMs: after[1] === null || before[1] === null ? null : (after[1] - before[1]) / requests,
    };
  }
  for (let round = 0; round < rounds; round++) {
    if (bare) measured.bare.push(await measureOne(bare, 'bare'));
    measured.ours.push(await measureOne(ours, 'ours'));
  }
  return { ours: medianByRate(measured.ours), bare: bare ? medianByRate(measured.bare) : null };
}

function medianByRate(measured: readonly Measured[]): Measured {
  const sorted = measured.toSorted((left, right) => left.rate - right.rate);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
