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
const log = pino({ level: 'silent' });

beforeAll(async () => {
  group = await createPostgresGroup();
  primary = await group.create(['wal_level = replica', 'max_wal_senders = 10', 'synchronous_commit = on']);
  await primary.start();
  await primary.query('create database komak', 'postgres');
  await primary.query('create table written (id int primary key, padding text)');
  standby = await startStandby('standby');
  follower = await startStandby('follower', ['max_standby_streaming_delay = 0']);
  // A backup ends with a new WAL segment, which a replica has reached only once there is data in it.
  await primary.query('insert into written values (1)');
  opened = openDatabase({
    connectionString: primary.url().replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`),
  });
  replica = openReplica(follower.url(), opened, { log, wall: null, statements: null });
}, 240_000);
afterAll(async () => {
  await replica?.close();
  await opened?.close();
  await group?.remove();
}, 60_000);

async function startStandby(name: string, settings: readonly string[] = []): Promise<PostgresProcess> {
  return startStandbyOf(primary, name, settings);
}

async function startStandbyOf(
  followed: PostgresProcess,
  name: string,
  settings: readonly string[] = [],
): Promise<PostgresProcess> {
  const copy = await followed.copy(settings);
  await copy.recover('standby', [`primary_conninfo = '${conninfo(followed, name)}'`]);
  await copy.start();
  return copy;
}

const readIds = () =>
  replica.read(async (database) => {
    const { rows } = await sql<{ id: number }>`select id from written order by id`.execute(database);
    return rows.map(({ id }) => id);
  });

test('an error of the catalogue is the response, and a statement that only a primary can run goes to it', async () => {
  await expect.poll(readIds).toEqual({ result: [1] });
  await expect(replica.read(() => Promise.reject(fail('not_found')))).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(replica.counts.failed).toBe(0);
  await primary.query('create unlogged table scratch (id int)');
  expect(await replica.read((database) => sql`select from scratch`.execute(database))).toBeNull();
  expect(await readIds(), 'not queried again immediately').toBeNull();
  expect(replica.counts).toMatchObject({ failed: 1, resting: 1 });
});

test('a statement that takes too long is an error, since it would at the primary as well', async () => {
  await expect.poll(readIds, { timeout: 20_000 }).toEqual({ result: [1] });
  const { failed } = replica.counts;
  const read = replica.read(async (database) => {
    await sql`set local statement_timeout = 20`.execute(database);
    await sql`select pg_sleep(10)`.execute(database);
  });
  await expect(read).rejects.toMatchObject({ code: '57014' });
  expect(replica.counts.failed).toBe(failed);
  expect(await readIds(), 'it does not rest').not.toBeNull();
});

test('a read that conflicts with the replay goes to the primary, and the next one to the replica', async () => {
  await expect.poll(readIds, { timeout: 20_000 }).toEqual({ result: [1] });
  await primary.query('create table emptied as select id from generate_series(1, 1000) as id');
  await expect.poll(readIds).toEqual({ result: [1] });
  const { failed, resting } = replica.counts;
  const begun = Promise.withResolvers<void>();
  const read = replica.read(async (database) => {
    const query = sql`select count(*), pg_sleep(30) from emptied`.execute(database);
    begun.resolve();
    return query;
  });
  await begun.promise;
  await expect
    .poll(() =>
      follower.query(
        `select from pg_stat_activity where query like '%from emptied%' and state = 'active' and pid <> pg_backend_pid()`,
      ),
    )
    .toHaveLength(1);
  await primary.query('delete from emptied');
  await primary.query('vacuum emptied');
  expect(await read).toBeNull();
  expect(replica.counts.failed).toBe(failed + 1);
  await expect.poll(readIds).toEqual({ result: [1] });
  expect(replica.counts.resting, 'it did not rest').toBe(resting);
});

test('a replica that is a little behind is waited for', async () => {
  await follower.query(`alter system set recovery_min_apply_delay = '40ms'`);
  await follower.query('select pg_reload_conf()');
  try {
    const readAfterWrite = async () => {
      await primary.query('create table if not exists late (at timestamptz)');
      await primary.query('insert into late values (now())');
      const before = replica.counts.replica;
      await readIds();
      return replica.counts.replica - before;
    };
    await expect.poll(readAfterWrite, { timeout: 20_000 }).toBe(1);
  } finally {
    await follower.query(`alter system reset recovery_min_apply_delay`);
    await follower.query('select pg_reload_conf()');
  }
});

test('does not read from the primary itself or from a replica of another database', async () => {
  const itself = openReplica(primary.url(), opened, { log, wall: null, statements: null });
  expect(await itself.read(() => Promise.resolve('read'))).toBeNull();
  expect(itself.counts).toMatchObject({ behind: 1, failed: 0 });
  await itself.close();

  const stranger = await group.create(['wal_level = replica', 'max_wal_senders = 10']);
  await stranger.start();
  await stranger.query('create database komak', 'postgres');
  const strange = await startStandbyOf(stranger, 'strange');
  const lsnOf = async (of: PostgresProcess, name: string) =>
    Number((await of.query<{ lsn: string }>(`select (${name}() - '0/0')::text as lsn`))[0]?.lsn);
  // Only its system identifier differs: the timeline is the same, and its position is ahead.
  while (
    (await lsnOf(strange, 'pg_last_wal_replay_lsn')) <= (await lsnOf(primary, 'pg_current_wal_insert_lsn'))
  ) {
    await stranger.query('select pg_switch_wal()');
    await stranger.query('create table if not exists filler (id int)');
    await stranger.query('insert into filler values (1)');
  }
  const other = openReplica(strange.url(), opened, { log, wall: null, statements: null });
  expect(await other.read(() => Promise.resolve('read'))).toBeNull();
  expect(other.counts).toMatchObject({ behind: 1, failed: 0 });
  await other.close();
}, 120_000);

// Its position is ahead, but it lacks what the new primary has written since.
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
