import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startObjectStore, type TestObjectStore } from '#kernel/testing/object-store.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import type { BackupPlan } from '../../config/backup-plan.ts';
import { createJobs } from '../../jobs/scheduler.ts';
import { createBlobs } from '../../storage/blobs.ts';
import { createFolderStore } from '../../storage/folder-store.ts';
import { openObjectStore } from '../../storage/object-store.ts';
import { isEncrypted } from '../read-backup.ts';
import { createNightlyBackups, findBackup, type NightlyBackups } from './nightly.ts';
import { backupName, openBackupTarget } from './target.ts';
import { readBackupStates, readRuns } from './runs.ts';

const key = 'sakkiz-yozuvchi-bir-nusxa';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const firstScheduled = Date.parse('2026-11-27T02:00+05:00');

let server: TestServer;
let bucket: TestObjectStore;
let folder: string;
let now: number;

beforeAll(async () => {
  server = await testServer({ plugins: [] });
  bucket = await startObjectStore();
}, 120_000);
afterAll(async () => {
  await bucket?.close();
  await server?.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-nightly-'));
  now = firstScheduled + minute;
  await sql`delete from backup_runs`.execute(server.database);
  return () => rm(folder, { recursive: true, force: true });
});

const planOf = (given: Partial<BackupPlan> = {}): BackupPlan => ({
  target: { folder },
  at: '02:00',
  keep: { days: 7, weeks: 4, months: 12 },
  drillDays: 0,
  drillUrl: null,
  // Encryption would take half a second per backup.
  key: null,
  ...given,
});

function nightly(given: Partial<BackupPlan> = {}): NightlyBackups {
  const files = join(server.data, 'files');
  return createNightlyBackups({
    plan: planOf(given),
    pool: server.services.pool,
    database: server.database,
    blobs: createBlobs(files, createFolderStore(files)),
    migrations: [],
    environmentKey: null,
    timeZone: 'Asia/Tashkent',
    log: server.services.log,
    now: () => now,
  });
}

async function actions(): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where action like 'backup.%' order by id desc`.execute(server.database);
  return rows.map(({ action }) => action);
}

test('one of two nodes creates the nightly backup, which is encrypted, verified and recorded', async () => {
  const { pool, log } = server.services;
  const nodes = [createJobs(pool, log), createJobs(pool, log)];
  let made = 0;
  const attempts = [0, 0];
  nodes.forEach((jobs, index) =>
    jobs.every('test.backup', 10, async () => {
      if (await nightly({ key }).backupIfDue()) made++;
      attempts[index] = (attempts[index] ?? 0) + 1;
    }),
  );
  await vi.waitFor(() => expect(Math.min(...attempts)).toBeGreaterThan(2), { timeout: 60_000 });
  await Promise.all(nodes.map((jobs) => jobs.stop()));
  expect(made).toBe(1);
  const name = backupName(new Date(now));
  expect(await readdir(folder)).toEqual([name]);
  const [run] = await readRuns(pool, 'backup');
  expect(run).toMatchObject({ name, succeeded: true, problem: null, startedAt: now });
  expect(run?.details).toMatchObject({ files: 0, troubles: 0, removed: [] });
  const target = await openBackupTarget(planOf());
  expect(await isEncrypted(target.bytesOf(await findBackup(target)))).toBe(true);
  expect((await actions())[0]).toBe('backup.create');
});

test('a missed night is caught up during the day, and the next night runs as scheduled', async () => {
  const backups = nightly();
  await backups.backupIfDue();
  now = firstScheduled + day - minute;
  expect(await backups.backupIfDue()).toBeNull();
  now = firstScheduled + 3 * day + 9 * hour;
  expect(await backups.backupIfDue()).not.toBeNull();
  expect(await backups.backupIfDue()).toBeNull();
  now = firstScheduled + 4 * day;
  expect(await backups.backupIfDue()).not.toBeNull();
  expect(await readdir(folder)).toHaveLength(3);
});

test('a failure is reported, deletes nothing, and is retried until it succeeds', async () => {
  await nightly({ keep: { days: 1, weeks: 0, months: 0 } }).backup();
  const [good] = await readdir(folder);
  now = firstScheduled + day;
  await writeFile(join(folder, 'a file'), '');
  const broken = nightly({ target: { folder: join(folder, 'a file') } });
  await expect(broken.backupIfDue()).rejects.toThrow(/The folder of backups .* cannot be created \(EEXIST\)/);
  expect(await broken.backupIfDue()).toBeNull();
  const [run] = await readRuns(server.services.pool, 'backup');
  expect(run).toMatchObject({ succeeded: false, problem: expect.stringContaining('cannot be created') });
  expect((await actions())[0]).toBe('backup.fail');
  expect(await readBackupStates(server.services.pool)).toEqual([
    { kind: 'backup', lastSuccess: (firstScheduled + minute) / 1000, failing: true },
    { kind: 'drill', lastSuccess: 0, failing: false },
  ]);
  expect(await readdir(folder)).toContain(good);
  now += 16 * minute;
  const made = await nightly({ keep: { days: 1, weeks: 0, months: 0 } }).backupIfDue();
  expect(made?.removed).toEqual([good]);
  expect((await readdir(folder)).toSorted()).toEqual(['a file', made?.name]);
  expect(await readBackupStates(server.services.pool)).toMatchObject([{ failing: false }, {}]);
});

test('a backup that fails verification is a failure, after which nothing is deleted', async () => {
  await nightly({ keep: { days: 1, weeks: 0, months: 0 } }).backup();
  now = firstScheduled + day;
  // The disk returns other bytes than were written.
  const spoiled = nightly({ keep: { days: 1, weeks: 0, months: 0 } });
  const file = join(folder, backupName(new Date(now)));
  const spoiling = vi.waitFor(async () => writeFile(file, 'other', { flag: 'r+' }), {
    timeout: 30_000,
    interval: 1,
  });
  await expect(spoiled.backup()).rejects.toThrow(/is not a backup of Ko‘mak|damaged/);
  await spoiling;
  expect(await readdir(folder)).toHaveLength(2);
  expect((await readRuns(server.services.pool, 'backup'))[0]).toMatchObject({ succeeded: false });
});

test('an unverified backup counts for no retention slot, and is deleted after the next good one', async () => {
  const few = { keep: { days: 2, weeks: 0, months: 0 } };
  const good = await nightly(few).backup();
  now = firstScheduled + 2 * hour;
  const file = join(folder, backupName(new Date(now)));
  const spoiling = vi.waitFor(async () => writeFile(file, 'other', { flag: 'r+' }), {
    timeout: 30_000,
    interval: 1,
  });
  await expect(nightly(few).backup()).rejects.toThrow(/is not a backup of Ko‘mak|damaged/);
  await spoiling;
  expect(await readdir(folder)).toHaveLength(2);
  now = firstScheduled + day;
  const next = await nightly(few).backup();
  expect((await readdir(folder)).toSorted()).toEqual([good.name, next.name]);
  expect(next.removed).toEqual([backupName(new Date(firstScheduled + 2 * hour))]);
});

test('a verified backup whose run could not be recorded is not deleted as an unreadable one', async () => {
  const few = { keep: { days: 2, weeks: 0, months: 0 } };
  await sql`
    alter table audit_log add constraint rejected check (action <> 'backup.create') not valid`.execute(
    server.database,
  );
  await expect(nightly(few).backup()).rejects.toThrow(/rejected/);
  await sql`alter table audit_log drop constraint rejected`.execute(server.database);
  const [good] = await readdir(folder);
  now = firstScheduled + day;
  const next = await nightly(few).backup();
  expect(next.removed).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual([good, next.name]);
});

test('retains the last backup that a drill restored, even when there are newer ones', async () => {
  const few = { keep: { days: 2, weeks: 0, months: 0 } };
  const proven = await nightly(few).backup();
  await sql`insert into backup_runs (kind, name, ended_at, succeeded) values ('drill', ${proven.name}, now(), true)`.execute(server.database); // prettier-ignore
  const names: string[] = [];
  for (let night = 1; night < 5; night++) {
    now = firstScheduled + night * day;
    names.push((await nightly(few).backup()).name);
  }
  expect((await readdir(folder)).toSorted()).toEqual([proven.name, ...names.slice(2)]);
});

test('removes unfinished files of a killed process a day later, and no other files', async () => {
  const abandoned = `${backupName(new Date(firstScheduled - 2 * day))}.partial`;
  const fresh = `${backupName(new Date(firstScheduled))}.partial`;
  for (const name of [abandoned, fresh, 'notes.partial', 'komak.backup'])
    await writeFile(join(folder, name), 'x');
  const long = new Date(Date.now() - 25 * hour);
  await utimes(join(folder, abandoned), long, long);
  await utimes(join(folder, 'notes.partial'), long, long);
  const { name } = await nightly({ keep: { days: 1, weeks: 0, months: 0 } }).backup();
  expect((await readdir(folder)).toSorted()).toEqual(
    [fresh, name, 'komak.backup', 'notes.partial'].toSorted(),
  );
});

describe('in a bucket', () => {
  const target = () => ({ bucket: { ...bucket.address, prefix: 'town/' } });

  test('stores and verifies a backup over breaking connections', async () => {
    bucket.breakAfter(2000, 1);
    const made = await nightly({ target: target() }).backup();
    const opened = await openBackupTarget({ target: target() });
    const stored = await opened.list();
    expect(stored.map(({ name, size }) => [name, size])).toEqual([[made.name, made.bytes]]);
    const store = await openObjectStore(bucket.address);
    const names: string[] = [];
    for await (const { name } of store.list('town')) names.push(name);
    expect(names).toEqual([`town/backups/${made.name}`]);
    await opened.remove(made.name);
    expect(await opened.list()).toEqual([]);
    opened.close();
    store.close();
  }, 60_000);

  test('retains a good backup for its days although an older one cannot be removed', async () => {
    const locked = { bucket: { ...bucket.address, prefix: 'village/' } };
    const few = { target: locked, keep: { days: 2, weeks: 0, months: 0 } };
    await nightly(few).backup();
    now = firstScheduled + day;
    await nightly(few).backup();
    now = firstScheduled + 2 * day;
    bucket.rejectRemovals(true);
    const good = await nightly(few).backup();
    bucket.rejectRemovals(false);
    expect(good.removed).toEqual([]);
    const [run] = await readRuns(server.services.pool, 'backup');
    expect(run).toMatchObject({ name: good.name, succeeded: true });
    now = firstScheduled + 3 * day;
    const next = await nightly(few).backup();
    expect(next.removed).toHaveLength(2);
    const opened = await openBackupTarget({ target: locked });
    expect((await opened.list()).map(({ name }) => name)).toEqual([next.name, good.name]);
    opened.close();
  }, 60_000);

  test('stores no object when the bucket disappears half-way', async () => {
    bucket.breakAfter(2000, 1000);
    await expect(nightly({ target: target() }).backup()).rejects.toThrow(
      /could not be written|cannot be used/,
    );
    bucket.breakAfter(0, 0);
    const opened = await openBackupTarget({ target: target() });
    expect(await opened.list()).toEqual([]);
    opened.close();
  }, 60_000);
});
