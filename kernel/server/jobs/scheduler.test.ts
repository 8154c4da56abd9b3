import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { openDatabase, type OpenDatabase } from '../database/pool/pool.ts';
import { createJobs } from './scheduler.ts';

const maxConnections = 4;

let testDatabase: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ empty: true });
  opened = openDatabase({ connectionString: testDatabase.url }, { max: maxConnections });
});
afterAll(async () => {
  await opened.close();
  await testDatabase.drop();
});

const log = pino({ level: 'silent' });

test('more jobs than connections come round at the same moment, and each of them works', async () => {
  const jobs = createJobs(opened.pool, log);
  const names = Array.from({ length: 3 * maxConnections }, (_, number) => `job ${number}`);
  for (const name of names) jobs.every(name, 50, async () => void (await opened.pool.query('select 1')));
  const ended = () => names.every((name) => jobs.runs.has(name));
  await vi.waitUntil(ended, { timeout: 60_000 });
  await jobs.stop();
  expect([...jobs.runs].filter(([, { failed }]) => failed > 0)).toEqual([]);
});

test('requests get a connection while jobs run', async () => {
  const jobs = createJobs(opened.pool, log);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const started = vi.fn(() => over);
  for (let number = 0; number < maxConnections; number += 1) jobs.every(`long ${number}`, 20, started);
  await vi.waitUntil(() => started.mock.calls.length > 0);
  await expect(opened.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  end();
  await jobs.stop();
});

test('a stopped job that waits for its turn does not start', async () => {
  const jobs = createJobs(opened.pool, log);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const started = vi.fn(() => over);
  jobs.every('first', 20, started);
  await vi.waitUntil(() => started.mock.calls.length === 1);
  const late = vi.fn(async () => {});
  jobs.every('second', 20, late);
  // Timers fire in order, so the job's has fired by then.
  await new Promise((done) => setTimeout(done, 60));
  await jobs.stop('second');
  end();
  await jobs.stop();
  expect(late).not.toHaveBeenCalled();
  expect(jobs.runs.has('second')).toBe(false);
});

test('a running job is told that it is to stop', async () => {
  const jobs = createJobs(opened.pool, log);
  const started = vi.fn();
  jobs.every('long', 20, async (signal) => {
    started();
    await new Promise((done) => signal.addEventListener('abort', done));
  });
  await vi.waitUntil(() => started.mock.calls.length > 0);
  await jobs.stop();
  expect(jobs.runs.get('long')).toMatchObject({ succeeded: 1, failed: 0 });
});
