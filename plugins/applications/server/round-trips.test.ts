import type { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '../contract.ts';

const form = {
  neighborhood_id: 1,
  employment_status: 'unemployed',
  salary: 'Tikuvchilik',
  planned_assistance: 'Tomni taʼmirlash',
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  phone: '+998 (90) 123-45-67',
} as const;

let server: TestServer;
let operator: ApiClient;

beforeAll(async () => {
  server = await testServer();
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  operator = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
}, 60_000);
afterAll(() => server?.close());

const takeIn = () =>
  operator.upload<Application>('applications', form, [], { idempotencyKey: crypto.randomUUID() });

/** The messages of each connection while work runs: the texts of statements, and `answered` once all of them have a response. */
async function exchangesOf(work: () => Promise<unknown>): Promise<readonly (readonly string[])[]> {
  const { pool } = server.services;
  const logs = new Map<object, string[]>();
  type Query = (text: unknown, ...rest: unknown[]) => unknown;
  const undo: (() => void)[] = [];
  pool.on('acquire', (client) => {
    if (logs.has(client)) return;
    const log: string[] = [];
    logs.set(client, log);
    // Sound: each client of this pool has a `query` that takes a text first.
    const watched = client as unknown as { query: Query } & EventEmitter;
    const send = watched.query;
    watched.query = function query(text, ...rest) {
      log.push(String(text));
      return send.call(this, text, ...rest);
    };
    const answered = () => log.push('answered');
    watched.on('drain', answered);
    undo.push(() => {
      watched.query = send;
      watched.off('drain', answered);
    });
  });
  await work();
  pool.removeAllListeners('acquire');
  for (const one of undo) one();
  return [...logs.values()];
}

/** The statements of the transaction in which an application is inserted. */
function transactionOf(logs: readonly (readonly string[])[]): readonly string[] {
  const isInsert = (text: string) => text.includes('insert into applications');
  const log = logs.find((texts) => texts.some(isInsert)) ?? [];
  const at = log.findIndex(isInsert);
  const begin = log.lastIndexOf('begin', at);
  const end = log.indexOf('answered', log.indexOf('commit', at));
  return log.slice(begin, end + 1);
}

test('receives an application in two exchanges with the database, with any content', async () => {
  // The first one reserves ids in advance.
  await takeIn();
  const statements = transactionOf(await exchangesOf(takeIn));
  expect(statements.filter((text) => text === 'answered')).toHaveLength(2);
  const written = statements.flatMap((text) => /insert into (\w+)/.exec(text)?.[1] ?? []);
  expect(written).toEqual([
    'users',
    'applications',
    'audit_log',
    'audit_log',
    'notifications',
    'idempotency_records',
  ]);
});

test('concurrent citizens get distinct ids, with their own applications', async () => {
  // More than the reserved ids in total, but no more at once than one caller may have in flight.
  for (let round = 0; round < 9; round++) {
    const made = await Promise.all(Array.from({ length: 5 }, takeIn));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  }
  const { rows } = await sql<{ citizen: number; users: number; audited: number }>`
    select count(distinct citizen_id) as citizen, count(distinct users.id) as users,
      (select count(*) from audit_log where action = 'users.create'
        and subject_id in (select citizen_id from applications)) as audited
    from applications join users on users.id = applications.citizen_id`.execute(server.database);
  const { rows: all } = await sql<{ count: number }>`select count(*) as count from applications`.execute(
    server.database,
  );
  const count = all[0]?.count;
  expect(rows[0]).toEqual({ citizen: count, users: count, audited: count });
});
