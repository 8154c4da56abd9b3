import { setTimeout as sleep } from 'node:timers/promises';
import { metricsToken } from './city.ts';

/** Metrics of the server during the run. */
export interface ServerMetrics {
  /** Mebibytes of memory, from the first sample to the last. */
  readonly memory: readonly number[];
  /** CPU seconds so far, in each sample. */
  readonly work: readonly number[];
  /** Event loop delay in seconds (p99), in each sample. */
  readonly lag: readonly number[];
  stop(): Promise<void>;
}

/** Polls the metrics of a server, with pauses of `every` milliseconds. */
export function pollServerMetrics(url: () => string, every: number): ServerMetrics {
  const memory: number[] = [];
  const work: number[] = [];
  const lag: number[] = [];
  const end = new AbortController();

  async function read(): Promise<void> {
    const response = await fetch(`${url()}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    const text = await response.text();
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    memory.push(metric('process_resident_memory_bytes') / 1024 / 1024);
    work.push(metric('process_cpu_seconds_total'));
    lag.push(metric('nodejs_eventloop_lag_p99_seconds'));
  }

  const done = (async () => {
    while (!end.signal.aborted) {
      // A temporarily unavailable server has no metrics.
      await read().catch(() => undefined);
      await sleep(every, undefined, { signal: end.signal }).catch(() => undefined);
    }
  })();
  return {
    memory,
    work,
    lag,
    async stop() {
      end.abort();
      await done;
    },
  };
}

/** The median of some values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** The values between two shares of them, such as the last quarter. */
export function portion(values: readonly number[], from: number, to: number): number[] {
  return values.slice(Math.floor(values.length * from), Math.ceil(values.length * to));
}
