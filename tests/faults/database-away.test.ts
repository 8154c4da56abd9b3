import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSession } from '#kernel/identity/server/session-store.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { createApi } from '#kernel/testing/api.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { byLength, isFullLength } from '../support/test-length.ts';
import { openListFollower } from '../support/list-follower.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts';
import { sendApplication, startWriter, type Outcome } from '../support/writer.ts';

/** How it is away, for how many seconds, and within how many each call is told so. */
const absences = [
  { how: 'stopped', away: byLength(3, 30), told: byLength(10, 2) },
  // Those that were under way wait until it is sure.
  { how: 'silent', away: byLength(7, 30), told: byLength(20, 8) },
] as const;
/** Seconds in which all is well again once it is back. */
const recovery = byLength(20, 5);

let owned: TestDatabase;
let road: DatabaseProxy;
let node: NodeProcess;
let token = '';

beforeAll(async () => {
  owned = await createTestDatabase();
  const url = new URL(owned.url.replace('@/', '@localhost/'));
  road = await startDatabaseProxy(join(url.searchParams.get('host') ?? '', '.s.PGSQL.5432'));
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
    DATABASE_URL: `postgres://${url.username}:${url.password}@127.0.0.1:${road.port}${url.pathname}`,
    LOG_LEVEL: 'silent',
  });
}, 240_000);
afterAll(async () => {
  await node?.stop();
  await road?.close();
  await owned?.drop();
}, 60_000);

async function isReady(): Promise<boolean> {
  return (await fetch(`${node.url}/health/ready`)).ok;
}

/** Waits for something to be so; answers after how many milliseconds from a moment on it was. */
async function since(moment: number, isSo: () => Promise<boolean> | boolean): Promise<number> {
  while (!(await isSo())) {
    if (performance.now() - moment > 60_000) throw new Error('it is not well after a minute');
    await sleep(50);
  }
  return performance.now() - moment;
}

test.each(absences)(
  'responds 503 while the database is $how for $away seconds, keeps sockets, and recovers',
  async ({ how, away, told }) => {
    const desks = await Promise.all(
      [1, 2, 3].map(() => openListFollower(node.url, createApi(node.url, { token }))),
    );
    const heard = () => Math.min(...desks.map((desk) => desk.told.size));
    const writers = [1, 2, 3, 4].map((name) =>
      startWriter(() => node.url, { name: `${how}-${name}`, token, pause: 20 }),
    );
    await vi.waitFor(() => expect(heard()).toBeGreaterThan(10), { timeout: 30_000 });

    if (how === 'silent') road.stopAnswering();
    else await road.close();
    const probes: { outcome: Outcome; took: number }[] = [];
    const until = performance.now() + away * 1000;
    for (; performance.now() < until || probes.length < 5; await sleep(100)) {
      const began = performance.now();
      const key = `${how}-probe-${probes.length}`;
      const outcome = await sendApplication(node.url, { token, key });
      probes.push({ outcome, took: performance.now() - began });
    }
    expect(await isReady()).toBe(false);
    const before = heard();
    await road.open();
    const back = performance.now();
    const [ready, well, live] = await Promise.all([
      since(back, isReady),
      since(back, async () => {
        const { status } = await sendApplication(node.url, { token, key: `${how}-after` });
        return status === 201;
      }),
      since(back, () => heard() > before),
    ]);

    // The first may have been on its way already; every other is told to come again, by a server that is there.
    for (const { outcome } of probes.slice(1)) {
      expect(outcome).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(Number((outcome as { retryAfter: string }).retryAfter)).toBeGreaterThan(0);
    }
    const longest = Math.max(...probes.map(({ took }) => took));
    process.stdout.write(
      `  ${how} for ${away} s: ${probes.length} probes, told after ${Math.round(longest)} ms at most; back, ` +
        `ready after ${Math.round(ready)} ms, a change after ${Math.round(well)}, an event after ${Math.round(live)}\n`,
    );
    if (isFullLength) {
      expect(longest).toBeLessThan(told * 1000);
      for (const took of [ready, well, live]) expect(took).toBeLessThan(recovery * 1000);
    }

    const more = heard() + 10;
    await vi.waitFor(() => expect(heard()).toBeGreaterThan(more), { timeout: 60_000 });
    await Promise.all(writers.map((writer) => writer.stop()));
    const opened = openDatabase({ connectionString: owned.url });
    const { rows } = await sql<{ key: string; ids: number[] }>`
      select planned_assistance as key, array_agg(id::int) as ids from applications group by 1`.execute(
      opened.database,
    );
    await opened.close();
    const stored = new Map(rows.map(({ key, ids }) => [key, ids]));
    const answered = writers.flatMap((writer) => [...writer.answered.keys()]);
    expect(answered.filter((key) => stored.get(key)?.length !== 1)).toEqual([]);
    const all = rows.flatMap(({ ids }) => ids).toSorted((one, other) => one - other);
    for (const desk of desks) {
      await vi.waitFor(
        async () => {
          await desk.settle();
          expect([...desk.known].toSorted((one, other) => one - other)).toEqual(all);
        },
        { timeout: 30_000, interval: 250 },
      );
      expect(Math.max(...desk.told.values())).toBe(1);
      expect(desk.cuts).toEqual([]);
      desk.stop();
    }
  },
  byLength(300_000, 600_000),
);

test('recovers from connections that hang silently while the database is up', async () => {
  const desk = await openListFollower(node.url, createApi(node.url, { token }));
  await sendApplication(node.url, { token, key: 'known' });
  road.stopAnswering();
  await road.open();
  const forgotten = performance.now();
  const took: number[] = [];
  const well = await since(forgotten, async () => {
    const began = performance.now();
    const { status } = await sendApplication(node.url, { token, key: 'forgotten' });
    took.push(performance.now() - began);
    return status === 201;
  });
  const live = await since(forgotten, async () => {
    await sendApplication(node.url, { token, key: `heard-${performance.now()}` });
    return desk.told.size > 1;
  });
  process.stdout.write(
    `  forgotten: told after ${Math.round(Math.max(...took))} ms at most, a change after ${Math.round(well)}, an event after ${Math.round(live)}\n`,
  );
  if (isFullLength) {
    expect(Math.max(...took)).toBeLessThan(8000);
    expect(Math.max(well, live)).toBeLessThan(15_000);
  }
  expect(desk.cuts).toEqual([]);
  desk.stop();
}, 120_000);
