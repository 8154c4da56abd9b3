import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '#kernel/contract/index.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { openReplica, type Replica } from '#kernel/server/database/replica/replica.ts';
import {
  conninfo,
  createPostgresGroup,
  type PostgresGroup,
  type PostgresProcess,
} from '../support/postgres-process.ts';

let group: PostgresGroup;
let primary: PostgresProcess;
let standby: PostgresProcess;
let follower: PostgresProcess;
let opened: OpenDatabase;
let replica: Replica;

beforeAll(async () => {
  group = await createPostgresGroup();
  primary = await group.create(['wal_level = replica', 'max_wal_senders = 10', 'synchronous_commit = on']);
  await primary.start();
  await primary.query('create database komak', 'postgres');
  await primary.query('create table written (id int primary key, filling text)');
  [standby, follower] = [await startStandby('standby'), await startStandby('follower')];
  // A backup ends with a new segment of WAL, which a replica has reached only when something is in it.
  await primary.query('insert into written values (1)');
  opened = openDatabase({
    connectionString: primary.url().replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`),
  });
  const log = pino({ level: 'silent' });
  replica = openReplica(follower.url(), opened, { log, wall: null, statements: null });
}, 240_000);
afterAll(async () => {
  await replica?.close();
  await opened?.close();
  await group?.remove();
}, 60_000);

async function startStandby(name: string): Promise<PostgresProcess> {
  const copy = await primary.copy([]);
  await copy.recover('standby', [`primary_conninfo = '${conninfo(primary, name)}'`]);
  await copy.start();
  return copy;
}

const readIds = () =>
  replica.read(async (database) => {
    const { rows } = await sql<{ id: number }>`select id from written order by id`.execute(database);
    return rows.map(({ id }) => id);
  });

test('an error of the catalogue is the answer, and a statement that only a primary can run goes to it', async () => {
  await expect.poll(readIds).toEqual({ result: [1] });
  await expect(replica.read(() => Promise.reject(fail('not_found')))).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(replica.counts.failed).toBe(0);
  await primary.query('create unlogged table scratch (id int)');
  expect(await replica.read((database) => sql`select from scratch`.execute(database))).toBeNull();
  expect(await readIds(), 'not asked again at once').toBeNull();
  expect(replica.counts).toMatchObject({ failed: 1, resting: 1 });
});

// Its position is ahead, and what was written since is not there.
test('a replica that followed the former primary further than the new one did is not read from', async () => {
  await expect.poll(readIds).toEqual({ result: [1] });
  await expect.poll(() => standby.query('select id from written')).toHaveLength(1);

  await standby.query(`alter system set primary_conninfo = ''`);
  await standby.query('select pg_reload_conf()');
  await expect.poll(() => standby.query('select from pg_stat_wal_receiver')).toHaveLength(0);
  await primary.query(
    `insert into written select id, repeat(md5(id::text), 50) from generate_series(2, 2000) as id`,
  );
  await expect.poll(async () => (await readIds())?.result.length).toBe(2000);
  await primary.kill();
  await standby.query('select pg_promote()', 'postgres');
  await expect
    .poll(() =>
      opened.pool.query('insert into written values (3000)').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

  const position = async (of: PostgresProcess, name: string) =>
    (await of.query<{ lsn: string }>(`select (${name}() - '0/0')::text as lsn`))[0]?.lsn;
  const [ofReplica, ofPrimary] = [
    await position(follower, 'pg_last_wal_replay_lsn'),
    await position(standby, 'pg_current_wal_insert_lsn'),
  ];
  expect(Number(ofReplica), 'the replica is ahead').toBeGreaterThan(Number(ofPrimary));
  const { behind } = replica.counts;
  expect(await readIds()).toBeNull();
  expect(replica.counts.behind).toBe(behind + 1);
});
