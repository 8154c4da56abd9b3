import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '#kernel/devtools/demo/people.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { install, type Installation } from '../support/installation.ts';
import { startWriter } from '../support/writer.ts';
import { openIdleConnection, readSlowly, sendSlowly, storeFile } from './support/slow-calls.ts';

const stops = byLength(2, 50);
/** The maximum milliseconds of a stop. */
const maxStopMs = byLength(20_000, 10_000);
/** The milliseconds that a slow call takes; the stop is requested while it runs. */
const slowCallMs = 1500;
let installation: Installation;

beforeAll(async () => {
  installation = await install();
}, 240_000);
afterAll(() => installation?.remove(), 60_000);

test(
  'a stop under load finishes accepted requests and exits with 0',
  async () => {
    const next = random(20_261_121);
    const all = Array.from({ length: 8 }, (_, index) =>
      startWriter(() => installation.node.url, { name: `stop-${index}`, token: installation.token }),
    );
    let slowest = 0;
    for (let stop = 1; stop <= stops; stop++) {
      await sleep(100 + next() * 400);
      const began = performance.now();
      expect(await installation.node.stop()).toBe(0);
      slowest = Math.max(slowest, performance.now() - began);
      await installation.restart();
    }
    if (isFullLength) expect(slowest).toBeLessThan(maxStopMs);
    await Promise.all(all.map((writer) => writer.stop()));
    const outcomes = new Map<number | string, number>();
    for (const writer of all) {
      for (const [outcome, count] of writer.outcomes)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    }
    process.stdout.write(
      `  ${stops} stops, ${Math.round(slowest)} ms at most: ${JSON.stringify(Object.fromEntries(outcomes))}\n`,
    );
    expect(outcomes.get('reset') ?? 0, 'accepted connections that were reset').toBe(0);
    const confirmed = new Map(all.flatMap((writer) => [...writer.confirmed]));
    const { rows } = await installation.withDatabase(({ database }) =>
      sql<{ count: number }>`select count(*)::int as count from applications`.execute(database),
    );
    expect(rows[0]?.count).toBe(confirmed.size);
  },
  byLength(300_000, 1_800_000),
);

test('a stop finishes an upload and a download under way and closes an idle connection', async () => {
  const { node, token } = installation;
  // Larger than the system's buffers between client and server.
  const stored = pdf('x'.repeat(30_000_000));
  const content = pdf('x'.repeat(8_000_000));
  const url = await storeFile(node.url, { token, content: stored });
  const connection = await openIdleConnection(node.url);
  const sending = await sendSlowly(node.url, { token, content, for: slowCallMs });
  const fetching = await readSlowly(node.url + url, { for: slowCallMs });
  const began = performance.now();
  const ended = node.stop();
  const [sent, fetched] = await Promise.all([sending.done, fetching.done]);
  expect(await ended).toBe(0);
  const took = performance.now() - began;
  expect(sent).toBe(201);
  expect(fetched).toBe(stored.length);
  expect(await connection.ended).toBe('closed');
  if (isFullLength) expect(took).toBeLessThan(maxStopMs);
  process.stdout.write(`  with slow calls under way: ${Math.round(took)} ms\n`);
  await installation.restart();
}, 240_000);
