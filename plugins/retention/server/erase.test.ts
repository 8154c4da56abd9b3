import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { createEraser } from './erase.ts';

let server: TestServer;
let now = 0;
/** The attempts so far, and the pauses after them, as logged. */
let attempts: number[];
let logged: unknown[];
let failure: Error | null;

beforeAll(async () => {
  server = await testServer({ plugins: ['retention'] });
  await server.services.jobs.stop('retention.erase');
}, 60_000);
afterAll(() => server?.close());
beforeEach(async () => {
  [attempts, logged, failure] = [[], [], new Error('the disk is full')];
  await sql`delete from retention_requests`.execute(server.database);
});

async function confirmed(citizenId: number): Promise<void> {
  await sql`insert into retention_requests (citizen_id, source, state) values (${citizenId}, 'staff', 'confirmed')`.execute(
    server.database,
  );
}

function eraser(): () => Promise<void> {
  const context = {
    database: server.database,
    transaction: async () => {
      attempts.push(now);
      if (failure) throw failure;
    },
    log: {
      error: (details: { attempt: number; retryInMs: number }) =>
        void logged.push([details.attempt, details.retryInMs]),
    },
  };
  // The parts of a context that the job uses.
  return createEraser(context as unknown as Parameters<typeof createEraser>[0], () => now);
}

test('an erasure that fails is attempted after growing pauses, and each attempt is logged once', async () => {
  await confirmed(5);
  const erase = eraser();
  for (now = 0; now < 120_000; now += 1000) await erase();
  expect(attempts).toEqual([0, 1000, 3000, 7000, 15_000, 31_000, 63_000]);
  const seconds = [1, 2, 4, 8, 16, 32, 64];
  expect(logged).toEqual(seconds.map((pause, index) => [index + 1, pause * 1000]));
  for (; now < 2_000_000; now += 10_000) await erase();
  const [last = 0, former = 0] = attempts.toReversed();
  expect(last - former, 'the longest pause').toBe(300_000);
});

test('another erasure is not delayed by one that fails, and a success forgets the failures', async () => {
  await confirmed(5);
  const erase = eraser();
  now = 0;
  await erase();
  now = 1000;
  await erase();
  await confirmed(6);
  now = 2000;
  await erase();
  expect(attempts, 'the first waits until 3000').toEqual([0, 1000, 2000]);
  failure = null;
  now = 3000;
  await erase();
  failure = new Error('the disk is full again');
  now = 4000;
  await erase();
  expect(logged.at(-1)).toEqual([1, 1000]);
});
