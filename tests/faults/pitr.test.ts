import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '#kernel/server/audit/verify-audit.ts';
import { openVault } from '#kernel/server/installation/vault.ts';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import {
  createPostgresGroup,
  type PostgresGroup,
  type PostgresProcess,
} from '../support/postgres-process.ts';
import { byLength } from '../support/test-length.ts';
import { startWriter } from '../support/writer.ts';

// The point-in-time recovery of `kernel/running/backups.md`, run once with real WAL.

let group: PostgresGroup;
let archive: string;
let primary: PostgresProcess;
let node: NodeProcess;
let token = '';

beforeAll(async () => {
  group = await createPostgresGroup();
  archive = await group.makeFolder('archive');
  primary = await group.create([
    'wal_level = replica',
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.partial && mv ${archive}/%f.partial ${archive}/%f'`,
    'archive_timeout = 5',
  ]);
  await primary.start();
  await primary.query('create database komak', 'postgres');
  node = await startNode({ DATABASE_URL: primary.url(), LOG_LEVEL: 'error' });
  const opened = openDatabase({ connectionString: primary.url() });
  await opened.pool.query(
    `insert into neighborhoods (name_uz, name_ru, coords, color) values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`,
  );
  const { id } = await createAdmin(opened.database, {
    role: 'super_admin',
    permissions: ['application_receiver'],
  });
  token = (await openSession(opened.database, id, { address: '127.0.0.1', userAgent: 'test' }))?.token ?? '';
  await opened.close();
}, 240_000);
afterAll(async () => {
  await node?.stop();
  await group?.remove();
}, 60_000);

async function writeFor(seconds: number, name: string): Promise<Map<string, number>> {
  const writers = [1, 2, 3].map((one) => startWriter(() => node.url, { name: `${name}-${one}`, token }));
  await sleep(seconds * 1000);
  await Promise.all(writers.map((writer) => writer.stop()));
  return new Map(writers.flatMap(({ confirmed }) => [...confirmed]));
}

test(
  'the database is restored to a moment before a mistake, with every confirmed write until then',
  async () => {
    await writeFor(byLength(1, 10), 'before');
    const base = await primary.copy([]);
    const good = await writeFor(byLength(2, 30), 'good');
    expect(good.size).toBeGreaterThan(10);
    await sleep(200);
    const [moment] = await primary.query<{ at: string }>('select now()::text as at');
    await sleep(200);

    await primary.query(`set session_replication_role = replica; delete from applications`);
    const late = await writeFor(1, 'late');
    expect(late.size).toBeGreaterThan(0);
    expect(await primary.query(`select 1 from applications where planned_assistance like 'good-%'`)).toEqual(
      [],
    );
    await primary.query('select pg_switch_wal()');
    await node.stop();
    // A clean shutdown archives the remaining WAL.
    await primary.stop();

    const began = performance.now();
    await base.recover('recovery', [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${moment?.at}'`,
      `recovery_target_action = 'promote'`,
      'archive_mode = off',
    ]);
    await base.start();
    while ((await base.query<{ waits: boolean }>('select pg_is_in_recovery() as waits'))[0]?.waits)
      await sleep(50);
    const seconds = (performance.now() - began) / 1000;

    const rows = await base.query<{ key: string; id: number }>(
      'select planned_assistance as key, id::int from applications',
    );
    const there = new Map(rows.map(({ key, id }) => [key, id]));
    expect(
      [...good].filter(([key, id]) => there.get(key) !== id),
      'confirmed, but not stored',
    ).toEqual([]);
    expect(
      [...there.keys()].filter((key) => key.startsWith('late')),
      'written after the moment',
    ).toEqual([]);
    const opened = openDatabase({ connectionString: base.url() });
    expect(await verifyAudit(opened.pool, await openVault(opened.pool, null))).toMatchObject({
      problem: null,
    });
    await opened.close();

    node = await startNode({ DATABASE_URL: base.url(), LOG_LEVEL: 'error' });
    expect((await writeFor(1, 'again')).size).toBeGreaterThan(0);
    process.stdout.write(
      `  recovered ${good.size} applications to ${moment?.at} in ${seconds.toFixed(1)} s; ${late.size} later ones left out\n`,
    );
  },
  byLength(240_000, 600_000),
);
