import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { createApi } from '#kernel/testing/api.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { expectConfirmedOnce } from '../support/confirmed-once.ts';
import { openListFollower } from '../support/list-follower.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts';
import { sendApplication, startWriter, type Outcome } from '../support/writer.ts';

/** The kind of outage, its seconds, and the maximum seconds until a call gets its response. */
const outages = [
  { how: 'stopped', seconds: byLength(3, 30), maxResponseSeconds: byLength(10, 2) },
  // Pending calls wait until the outage is certain.
  { how: 'silent', seconds: byLength(7, 30), maxResponseSeconds: byLength(20, 8) },
] as const;
/** Maximum seconds of recovery. */
const maxRecoverySeconds = byLength(20, 5);

let owned: TestDatabase;
let proxy: DatabaseProxy;
let node: NodeProcess;
let token = '';

beforeAll(async () => {
  owned = await createTestDatabase();
  const url = new URL(owned.url.replace('@/', '@localhost/'));
  proxy = await startDatabaseProxy(join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'));
  const opened = openDatabase({ connectionString: owned.url });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(opened.database);
  const { id } = await createAdmin(opened.database, {
    role: 'super_admin',
    permissions: ['application_receiver'],
  });
  token = (await openSession(opened.database, id, { address: '127.0.0.1', userAgent: 'test' }))?.token ?? '';
  await opened.close();
  node = await startNode({
    DATABASE_URL: `postgres://${url.username}:${url.password}@127.0.0.1:${proxy.port}${url.pathname}`,
    LOG_LEVEL: 'silent',
  });
}, 240_000);
afterAll(async () => {
  await node?.stop();
  await proxy?.close();
  await owned?.drop();
}, 60_000);

async function isReady(): Promise<boolean> {
  return (await fetch(`${node.url}/health/ready`)).ok;
}

/** Waits for a condition, and returns the milliseconds since a given time. */
async function timeUntil(moment: number, condition: () => Promise<boolean> | boolean): Promise<number> {
  while (!(await condition())) {
    if (performance.now() - moment > 60_000) throw new Error('no recovery within a minute');
    await sleep(50);
  }
  return performance.now() - moment;
}

test.each(outages)(
  'responds 503 while the database is $how for $seconds seconds, keeps sockets, and recovers',
  async ({ how, seconds, maxResponseSeconds }) => {
    const followers = await Promise.all(
      [1, 2, 3].map(() => openListFollower(node.url, createApi(node.url, { token }))),
    );
    const minReceived = () => Math.min(...followers.map((follower) => follower.received.size));
    const writers = [1, 2, 3, 4].map((name) =>
      startWriter(() => node.url, { name: `${how}-${name}`, token, pause: 20 }),
    );
    await vi.waitFor(() => expect(minReceived()).toBeGreaterThan(10), { timeout: 60_000 });

    if (how === 'silent') proxy.stopResponding();
    else await proxy.close();
    const probes: { outcome: Outcome; durations: number }[] = [];
    const until = performance.now() + seconds * 1000;
    for (; performance.now() < until || probes.length < 5; await sleep(100)) {
      const began = performance.now();
      const key = `${how}-probe-${probes.length}`;
      const outcome = await sendApplication(node.url, { token, key });
      probes.push({ outcome, durations: performance.now() - began });
    }
    expect(await isReady()).toBe(false);
    const before = minReceived();
    await proxy.open();
    const restoredAt = performance.now();
    const [ready, writable, live] = await Promise.all([
      timeUntil(restoredAt, isReady),
      timeUntil(restoredAt, async () => {
        const { status } = await sendApplication(node.url, { token, key: `${how}-after` });
        return status === 201;
      }),
      timeUntil(restoredAt, () => minReceived() > before),
    ]);

    // The first may already have been pending; every other gets a 503 with a retry delay.
    for (const { outcome } of probes.slice(1)) {
      expect(outcome).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(Number((outcome as { retryAfter: string }).retryAfter)).toBeGreaterThan(0);
    }
    const longest = Math.max(...probes.map(({ durations }) => durations));
    process.stdout.write(
      `  ${how} for ${seconds} s: ${probes.length} probes, each with a response within ${Math.round(longest)} ms; afterwards ` +
        `ready within ${Math.round(ready)} ms, a change within ${Math.round(writable)} ms, an event within ${Math.round(live)} ms\n`,
    );
    if (isFullLength) {
      expect(longest).toBeLessThan(maxResponseSeconds * 1000);
      for (const durations of [ready, writable, live])
        expect(durations).toBeLessThan(maxRecoverySeconds * 1000);
    }

    const more = minReceived() + 10;
    await vi.waitFor(() => expect(minReceived()).toBeGreaterThan(more), { timeout: 60_000 });
    await Promise.all(writers.map((writer) => writer.stop()));
    const opened = openDatabase({ connectionString: owned.url });
    const stored = await expectConfirmedOnce(opened.pool, writers);
    await opened.close();
    const all = [...stored.values()].flat().toSorted((one, other) => one - other);
    for (const follower of followers) {
      await vi.waitFor(
        async () => {
          await follower.settle();
          expect([...follower.known].toSorted((one, other) => one - other)).toEqual(all);
        },
        { timeout: 60_000, interval: 250 },
      );
      expect(Math.max(...follower.received.values())).toBe(1);
      expect(follower.disconnects).toEqual([]);
      follower.stop();
    }
  },
  byLength(300_000, 600_000),
);

test('recovers from connections that hang silently while the database is up', async () => {
  const follower = await openListFollower(node.url, createApi(node.url, { token }));
  await sendApplication(node.url, { token, key: 'known' });
  proxy.stopResponding();
  await proxy.open();
  const hungAt = performance.now();
  const durations: number[] = [];
  const writable = await timeUntil(hungAt, async () => {
    const began = performance.now();
    const { status } = await sendApplication(node.url, { token, key: 'forgotten' });
    durations.push(performance.now() - began);
    return status === 201;
  });
  const live = await timeUntil(hungAt, async () => {
    await sendApplication(node.url, { token, key: `heard-${performance.now()}` });
    return follower.received.size > 1;
  });
  process.stdout.write(
    `  hanging connections: each response within ${Math.round(Math.max(...durations))} ms, a change within ${Math.round(writable)} ms, an event within ${Math.round(live)} ms\n`,
  );
  if (isFullLength) {
    expect(Math.max(...durations)).toBeLessThan(8000);
    expect(Math.max(writable, live)).toBeLessThan(15_000);
  }
  expect(follower.disconnects).toEqual([]);
  follower.stop();
}, 120_000);
