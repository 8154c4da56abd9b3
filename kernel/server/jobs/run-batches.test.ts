import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { fail, type Manifest } from '#kernel/contract/index.ts';
import type { Effects, ServerContext } from '../api/index.ts';
import type { BatchStore, ItemResult } from './batch-store.ts';
import { type BatchKind, createBatchMemory, runBatches } from './run-batches.ts';

const author = 1;
const statementTimeout = Object.assign(new Error('canceling statement'), { code: '57014' });

/** Jobs with the outcomes of their items, by subject; null is an open item. */
let jobs: Map<number, { state: string; items: Map<number, ItemResult | null> }>;
/** The attempts at each subject. */
let attempts: Map<number, number>;
/** The item that was begun last, and how often in a row, by job. */
let counted: Map<number, { readonly subjectId: number; readonly attempts: number }>;
let failing: (subjectId: number) => unknown;
let moment: number;

beforeEach(() => {
  jobs = new Map();
  attempts = new Map();
  counted = new Map();
  failing = () => null;
  moment = 0;
});

function addJob(id: number, subjects: readonly number[]): void {
  jobs.set(id, { state: 'running', items: new Map(subjects.map((subject) => [subject, null])) });
}

const itemsOf = (batchId: number) => jobs.get(batchId)?.items ?? new Map<number, ItemResult | null>();
const running = () => [...jobs].filter(([, { state }]) => state === 'running').map(([id]) => id);

const store: BatchStore = {
  nextRunning: async (_, afterId) => running().find((id) => id > afterId) ?? running()[0] ?? null,
  nextItem: async (_, batchId, except = []) =>
    [...itemsOf(batchId)].find(([id, outcome]) => outcome === null && !except.includes(id))?.[0] ?? null,
  async countAttempt(_, batchId, subjectId) {
    const last = counted.get(batchId);
    const now = last?.subjectId === subjectId ? last.attempts + 1 : 1;
    counted.set(batchId, { subjectId, attempts: now });
    return now;
  },
  lockItem: async (_, batchId, subjectId) => itemsOf(batchId).get(subjectId) === null,
  finishItem: async (_, batchId, subjectId, outcome) => void itemsOf(batchId).set(subjectId, outcome),
  async end(_, batchId, state) {
    const job = jobs.get(batchId);
    if (job) job.state = state;
    return job !== undefined;
  },
  readProgress: async () => ({ done: 0, failed: 0 }),
};

const kind: BatchKind<Manifest, number> = {
  store,
  read: async (id) => id,
  areaOf: async () => 'everywhere',
  async perform(_, { subjectId }) {
    attempts.set(subjectId, (attempts.get(subjectId) ?? 0) + 1);
    const error = failing(subjectId);
    if (error) throw error;
    return author;
  },
  announce() {},
  async finish() {},
};

// Only these of the context are used.
const context = {
  log: pino({ level: 'silent' }),
  database: null,
  transaction: (work: (effects: Effects) => Promise<unknown>) => work({ database: null } as never),
} as unknown as ServerContext;

/** The signal of a job that is not stopped. */
const unaborted = new AbortController().signal;

/** Runs the job of a node once a second until no bulk job is running; returns the seconds. */
async function runAll(maxRuns = 1000): Promise<number> {
  const memory = createBatchMemory(() => moment);
  const start = moment;
  for (let run = 0; run < maxRuns && running().length > 0; run += 1, moment += 1000) {
    await runBatches(context, kind, memory, unaborted).catch(() => undefined);
  }
  return (moment - start) / 1000;
}

test('an item that always times out is reported as failed after some minutes, and the others are done at once', async () => {
  addJob(1, [10, 11, 12]);
  addJob(2, [20, 21]);
  failing = (subjectId) => (subjectId === 10 ? statementTimeout : null);
  await runAll(3);
  expect([...itemsOf(1).values()]).toEqual([null, { result: author }, { result: author }]);
  expect(running()).toEqual([1]);
  attempts.clear();
  const seconds = await runAll();
  expect(seconds).toBeGreaterThan(300);
  expect(seconds).toBeLessThan(400);
  expect(attempts).toEqual(new Map([[10, 6]]));
  expect(itemsOf(1).get(10)).toEqual({ problem: 'internal' });
  expect(jobs.get(1)?.state).toBe('done');
});

test('an item with an unknown error is tried three times', async () => {
  addJob(1, [10, 11]);
  failing = (subjectId) => (subjectId === 10 ? new Error('unexpected') : null);
  await runAll();
  expect(attempts).toEqual(new Map([[10, 3], [11, 1]])); // prettier-ignore
  expect(itemsOf(1).get(10)).toEqual({ problem: 'internal' });
});

test('an item with an error of its rules is reported at once', async () => {
  addJob(1, [10]);
  failing = () => fail('not_found');
  await runAll();
  expect(attempts).toEqual(new Map([[10, 1]]));
  expect(itemsOf(1).get(10)).toEqual({ problem: 'not_found' });
});

test('items that fail while the storage is away for two minutes are done afterwards', async () => {
  addJob(1, [10, 11, 12]);
  failing = () => (moment < 120_000 ? fail('unavailable', { retryAfter: 2 }) : null);
  await runAll();
  expect([...itemsOf(1).values()]).toEqual([{ result: author }, { result: author }, { result: author }]);
});

test('an item that kills the server at each start is given up, and the others are done', async () => {
  addJob(1, [10, 11]);
  failing = (subjectId) => (subjectId === 10 ? new Error('killed') : null);
  // Each node remembers nothing of the one before.
  for (let start = 0; start < 8; start += 1)
    await runBatches(context, kind, createBatchMemory(), unaborted).catch(() => undefined);
  expect(attempts).toEqual(new Map([[10, 6], [11, 1]])); // prettier-ignore
  expect([...itemsOf(1).values()]).toEqual([{ problem: 'internal' }, { result: author }]);
  expect(jobs.get(1)?.state).toBe('done');
});

test('a run ends after the current item when its job is stopped, and the next node continues', async () => {
  addJob(1, [10, 11]);
  const stopping = new AbortController();
  failing = () => {
    stopping.abort();
    return null;
  };
  await runBatches(context, kind, createBatchMemory(), stopping.signal);
  expect([...itemsOf(1).values()]).toEqual([{ result: author }, null]);
  await runAll();
  expect([...itemsOf(1).values()]).toEqual([{ result: author }, { result: author }]);
});
