import type pg from 'pg';
import type { Logger } from 'pino';
import { createTaskQueue } from '../concurrency/task-queue.ts';
import { runInTrace, type Tracing } from '../tracing/tracing.ts';

/** The runs of a job on this node since its start. */
export interface JobRuns {
  readonly succeeded: number;
  readonly failed: number;
  /** Seconds that its runs took together. */
  readonly seconds: number;
  /** Seconds since 1970 at the end of the last run without an error; 0 before the first one. */
  readonly lastSuccess: number;
}

/** Periodic jobs, each on one node at a time. */
export interface Jobs {
  every(name: string, milliseconds: number, work: () => Promise<void>): void;
  /** The names of jobs with a prefix, without the prefix. */
  names(prefix: string): string[];
  /** Stops the jobs with a prefix, or all, and waits for running ones. */
  stop(prefix?: string): Promise<void>;
}

interface Job {
  readonly timer: NodeJS.Timeout;
  /** Aborted when the job is stopped, so that a run that waits for its turn does not start. */
  readonly stopping: AbortController;
  running: Promise<void> | null;
}

/** One job runs at a time for so many connections: one for its lock, one for its work, and one for requests. */
const connectionsPerJob = 3;

/**
 * Makes the jobs of a server; an error of one is logged, and it comes round again. What they did is counted in `runs` by
 * their names; turns that another node took are not. Each running job holds a connection besides those that its work needs,
 * so that only a few run at a time: if the jobs of one moment held all connections, none of them could work.
 */
export function createJobs(
  pool: pg.Pool,
  log: Logger,
  runs = new Map<string, JobRuns>(),
  tracing: Tracing | null = null,
): Jobs {
  const jobs = new Map<string, Job>();
  const turns = createTaskQueue({
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
  async function takeTurn(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    await turns
      .run(() => attempt(name, work), { signal })
      .catch((error: unknown) => {
        if (error !== signal.reason) throw error;
      });
  }

  return {
    every(name, milliseconds, work) {
      const timer = setInterval(() => {
        const job = jobs.get(name);
        if (!job || job.running) return;
        job.running = takeTurn(name, work, job.stopping.signal).finally(() => (job.running = null));
      }, milliseconds);
      timer.unref();
      const former = jobs.get(name);
      if (former) clearInterval(former.timer);
      jobs.set(name, { timer, stopping: new AbortController(), running: null });
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

/** Runs work unless another node is at it; whether it was run here. */
async function alone(pool: pg.Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  let broken = false;
  try {
    // A transaction, so that a pooler leaves the connection to us as long as the lock is held; nothing is written in it.
    // Sent at once: jobs come round several times a second, and each exchange is work on both sides.
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
