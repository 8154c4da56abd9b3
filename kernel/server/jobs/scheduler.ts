import type pg from 'pg';
import type { Logger } from 'pino';
import { minuteMs } from '#kernel/domain/text/dates.ts';
import { createTaskQueue } from '../concurrency/task-queue.ts';
import { runInTrace, type Tracing } from '../tracing/tracing.ts';

/** The runs of a job on this node since its start. */
export interface JobRuns {
  readonly succeeded: number;
  readonly failed: number;
  /** The total duration of its runs, in seconds. */
  readonly seconds: number;
  /** The end of the last successful run, in seconds since 1970; 0 before the first one. */
  readonly lastSuccess: number;
}

/** The clock of a job that depends on the time of day, and the interval of its checks. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  readonly periodMs: number;
}

/** The system's clock, checked once a minute. */
export const systemClock: Clock = { now: Date.now, periodMs: minuteMs };

/** One run of a job; `signal` is aborted when the job is stopped, so that a long run can end early. */
type Work = (signal: AbortSignal) => Promise<void>;

/** Periodic jobs, each on one node at a time. */
export interface Jobs {
  /** The runs on this node, by the name of the job. */
  readonly runs: ReadonlyMap<string, JobRuns>;
  every(name: string, milliseconds: number, work: Work): void;
  /** The names of the jobs with a prefix, without the prefix. */
  names(prefix: string): string[];
  /** Stops the jobs with a prefix, or all, and waits for running ones. */
  stop(prefix?: string): Promise<void>;
}

/** Jobs whose runs can be held back while the server starts. */
export interface HoldableJobs extends Jobs {
  /** Lets no run start until the returned function is called. */
  hold(): () => void;
}

interface Job {
  readonly timer: NodeJS.Timeout;
  /** Aborted when the job is stopped: a run that waits for its turn does not start. */
  readonly stopping: AbortController;
  running: Promise<void> | null;
}

/** Connections of the pool per concurrent job: one for its lock, one for its work, and one for requests. */
const connectionsPerJob = 3;

/**
 * Creates the jobs of a server; a failed run is logged and retried at the next interval. Each running job holds a connection besides those of its work, so only a few run at a time: if
 * jobs held all connections, none could work.
 */
export function createJobs(pool: pg.Pool, log: Logger, tracing: Tracing | null = null): HoldableJobs {
  const runs = new Map<string, JobRuns>();
  const jobs = new Map<string, Job>();
  let isHeld = false;
  const queue = createTaskQueue({
    concurrency: Math.max(1, Math.floor(pool.options.max / connectionsPerJob)),
  });

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    const began = performance.now();
    try {
      const traced = tracing ? () => runInTrace(tracing, `job ${name}`, work) : work;
      if (await alone(pool, name, traced)) countRun(runs, name, began, 'succeeded');
    } catch (error) {
      countRun(runs, name, began, 'failed');
      log.error({ err: error, job: name }, 'a job failed; it will be retried at its next run');
    }
  }

  /** Attempts a job when it is its turn, unless it is stopped before. */
  async function enqueue(name: string, work: Work, signal: AbortSignal): Promise<void> {
    await queue
      .run(() => attempt(name, () => work(signal)), { signal })
      .catch((error: unknown) => {
        if (error !== signal.reason) throw error;
      });
  }

  return {
    runs,
    every(name, milliseconds, work) {
      const timer = setInterval(() => {
        const job = jobs.get(name);
        if (isHeld || !job || job.running) return;
        job.running = enqueue(name, work, job.stopping.signal).finally(() => (job.running = null));
      }, milliseconds);
      timer.unref();
      clearInterval(jobs.get(name)?.timer);
      jobs.set(name, { timer, stopping: new AbortController(), running: null });
    },
    hold() {
      isHeld = true;
      return () => void (isHeld = false);
    },
    names: (prefix) =>
      [...jobs.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    async stop(prefix = '') {
      const chosen = [...jobs].filter(([name]) => name.startsWith(prefix));
      for (const [name, job] of chosen) {
        clearInterval(job.timer);
        job.stopping.abort();
        jobs.delete(name);
      }
      await Promise.all(chosen.map(([, job]) => job.running));
    },
  };
}

function countRun(
  runs: Map<string, JobRuns>,
  name: string,
  began: number,
  outcome: 'succeeded' | 'failed',
): void {
  const before = runs.get(name) ?? { succeeded: 0, failed: 0, seconds: 0, lastSuccess: 0 };
  runs.set(name, {
    ...before,
    [outcome]: before[outcome] + 1,
    seconds: before.seconds + (performance.now() - began) / 1000,
    ...(outcome === 'succeeded' && { lastSuccess: Date.now() / 1000 }),
  });
}

/** Runs work unless another node is running it; returns whether it ran here. */
async function alone(pool: pg.Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  let broken = false;
  try {
    // A transaction, so that a pooler reserves the connection while the lock is held; it writes nothing. Pipelined,
    // since jobs run several times a second and each round trip costs both sides.
    const [, , { rows }] = await Promise.all([
      client.query('begin'),
      client.query('set local idle_in_transaction_session_timeout = 0'),
      client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock(4607003, hashtext($1)) taken', [
        name,
      ]),
    ]);
    const taken = rows[0]?.taken === true;
    if (taken) await work();
    return taken;
  } finally {
    await client.query('rollback').catch(() => (broken = true));
    client.release(broken);
  }
}
