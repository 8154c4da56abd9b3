import type { EventEmitter } from 'node:events';
import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#kernel/testing/database.ts';
import { setActor } from '../../history/set-actor.ts';
import { withCommit, withNext } from './driver.ts';
import { openDatabase, type OpenDatabase } from './pool.ts';

let owned: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: OpenDatabase;

beforeAll(async () => {
  owned = await createTestDatabase({ empty: true });
  opened = openDatabase({ connectionString: owned.url });
  await opened.pool.query('create table lines (id int primary key, text text not null)');
});
beforeEach(() => opened.pool.query('truncate lines'));
afterAll(async () => {
  await opened.close();
  await owned.drop();
});

const insert = (id: number, text: string | null) =>
  CompiledQuery.raw('insert into lines values ($1, $2) returning id, text', [id, text]) as CompiledQuery<{
    id: number;
    text: string;
  }>;

async function lines(): Promise<number[]> {
  const { rows } = await opened.pool.query<{ id: number }>('select id from lines order by id');
  return rows.map(({ id }) => id);
}

test('writes deferred statements last, in their order, at the commit', async () => {
  const { landing, before } = await opened.database.transaction().execute(async (transaction) => {
    const first = withCommit(insert(1, 'with the commit'));
    const second = withCommit(CompiledQuery.raw("update lines set text = text || '!' where id = 1"));
    const early = await transaction.executeQuery(first.query);
    await transaction.executeQuery(second.query);
    const seen = await sql<{ id: number }>`select id from lines`.execute(transaction);
    return { landing: first.landing, before: [early.rows.length, seen.rows.length] };
  });
  expect(before).toEqual([0, 0]);
  expect(landing.rows).toEqual([{ id: 1, text: 'with the commit' }]);
  const { rows } = await opened.pool.query('select text from lines');
  expect(rows).toEqual([{ text: 'with the commit!' }]);
});

test('a failing deferred statement rolls back the transaction and throws its own error', async () => {
  const work = opened.database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(insert(1, 'before'));
    await transaction.executeQuery(withCommit(insert(2, null)).query);
    await transaction.executeQuery(withCommit(insert(3, 'after')).query);
  });
  await expect(work).rejects.toMatchObject({ code: '23502', column: 'text' });
  expect(await lines()).toEqual([]);
  expect((await opened.pool.query('select 1')).rowCount).toBe(1);
});

test('a callback that throws sends none of them', async () => {
  const work = opened.database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(insert(1, 'before'));
    await transaction.executeQuery(withCommit(insert(2, 'with the commit')).query);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await lines()).toEqual([]);
  // The connection's next transaction is not affected either.
  await opened.database.transaction().execute((transaction) => transaction.executeQuery(insert(4, 'next')));
  expect(await lines()).toEqual([4]);
});

test('a failed statement that was caught does not pass for a commit', async () => {
  const work = opened.database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(insert(1, 'before'));
    await transaction.executeQuery(insert(1, 'again')).catch(() => {});
  });
  await expect(work).rejects.toThrow(/rolled back/);
  expect(await lines()).toEqual([]);
});

test('runs the statement at once outside of a transaction', async () => {
  const { query, landing } = withCommit(insert(1, 'alone'));
  await opened.database.executeQuery(query);
  expect(landing.rows).toEqual([{ id: 1, text: 'alone' }]);
  expect(await lines()).toEqual([1]);
});

test('sends a statement with the next one, which sees what it wrote', async () => {
  const [early, seen] = await opened.database.transaction().execute(async (transaction) => {
    const { rows } = await transaction.executeQuery(withNext(insert(1, 'ahead')));
    return [rows, await sql<{ id: number }>`select id from lines`.execute(transaction)] as const;
  });
  expect(early).toEqual([]);
  expect(seen.rows).toEqual([{ id: 1 }]);
  expect(await lines()).toEqual([1]);
});

test('sends the actor, a write and the next statement before any of them is answered', async () => {
  const order: string[] = [];
  const watch = (client: pg.PoolClient) =>
    (client as EventEmitter)
      .on('statement', () => order.push('sent'))
      .on('drain', () => order.push('answered'));
  const clients = new Set<pg.PoolClient>();
  opened.pool.on('acquire', (client) => {
    if (!clients.has(client)) watch(client);
    clients.add(client);
  });
  await opened.database.transaction().execute(async (transaction) => {
    setActor(transaction, 7);
    await transaction.executeQuery(withNext(insert(1, 'ahead')));
    await transaction.executeQuery(insert(2, 'next'));
  });
  opened.pool.removeAllListeners('acquire');
  // `begin`, the actor and both inserts; then the commit.
  expect(order.slice(0, 6)).toEqual(['sent', 'sent', 'sent', 'sent', 'answered', 'sent']);
  expect(await lines()).toEqual([1, 2]);
});

test('the statement after a failed deferred one throws its error', async () => {
  const work = opened.database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(withNext(insert(1, null)));
    await transaction.executeQuery(insert(2, 'next'));
  });
  await expect(work).rejects.toMatchObject({ code: '23502', column: 'text' });
  expect(await lines()).toEqual([]);
  expect((await opened.pool.query('select 1')).rowCount).toBe(1);
});

test('a commit throws the error of a deferred statement', async () => {
  const work = opened.database.transaction().execute(async (transaction) => {
    await transaction.executeQuery(insert(1, 'before'));
    await transaction.executeQuery(withNext(insert(2, null)));
    await transaction.executeQuery(withCommit(insert(3, 'with the commit')).query);
  });
  await expect(work).rejects.toMatchObject({ code: '23502', column: 'text' });
  expect(await lines()).toEqual([]);
});

test('runs a deferred statement at once outside of a transaction', async () => {
  const { rows } = await opened.database.executeQuery(withNext(insert(1, 'alone')));
  expect(rows).toEqual([{ id: 1, text: 'alone' }]);
});
