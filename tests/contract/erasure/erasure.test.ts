/**
 * Erases a citizen who occurs everywhere, and searches for them everywhere: in every column of every table,
 * in every file, in every response, in the log, and in an earlier backup that is restored afterwards. A new
 * column with their data fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { kernelMigrations } from '#kernel/app/server/boot/start-database.ts';
import { bytesOfFile } from '#kernel/server/backup/backup-bytes.ts';
import { restoreBackup } from '#kernel/server/backup/restore-backup.ts';
import { writeBackup } from '#kernel/server/backup/write-backup.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { describeApi } from '#kernel/server/http/docs/openapi.ts';
import { discoverPlugins, migrationsOf } from '#kernel/server/plugins/discovery/discover-plugins.ts';
import { createBlobs } from '#kernel/server/storage/blobs.ts';
import { createFolderStore } from '#kernel/server/storage/folder-store.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { buildOffice, person, traces, type Office, reasons } from './office.ts';
import { openIntakeEndpoints, type IntakeEndpoints } from './intake.ts';
import { filesBelow, tracesIn, tracesInFiles, tracesInTables } from './scan.ts';

interface Request {
  readonly id: number;
  readonly state: string;
  readonly obstacles: readonly { key: string; ids: number[] }[];
  readonly counts: readonly { key: string; count: number }[];
}

let server: TestServer;
let office: Office;
let endpoints: IntakeEndpoints;
let folder: string;
let target: TestDatabase;
const log: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-erasure-'));
  endpoints = await openIntakeEndpoints();
  server = await testServer({ ...endpoints.options, logLevel: 'trace', logTo: { write: (line) => void log.push(line) } }); // prettier-ignore
  office = await buildOffice(server, endpoints);
  await addOlderVersions();
  target = await createTestDatabase({ empty: true });
}, 180_000);
afterAll(async () => {
  await server?.close();
  endpoints?.close();
  await target?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Adds each version again in the format before its sides were named (009-named-sides.sql). */
async function addOlderVersions(): Promise<void> {
  const { rows } = await sql`
    insert into record_history (kind, record, at, admin_id, change, changes)
    select kind, record, at, admin_id, change, (
      select jsonb_object_agg(name, jsonb_build_array(sides -> 'before', sides -> 'after'))
      from jsonb_each(changes) as field (name, sides))
    from record_history where changes <> '{}' returning id`.execute(server.database);
  expect(rows.length).toBeGreaterThan(3);
}

const blobsIn = (data: string) => createBlobs(join(data, 'files'), createFolderStore(join(data, 'files')));
const countedBy = sql`day, neighborhood_id, status, employment_status, household_category_id, source`;
const counts = async (database = server.database) =>
  (
    await sql`select ${countedBy}, count(*) from applications group by ${countedBy} order by ${countedBy}`.execute(
      database,
    )
  ).rows;

async function requestErasure(chief: ApiClient): Promise<Request> {
  const sent = await chief.post<Request>(`retention/citizens/${office.citizenId}/requests`, { reason: reasons.reason }); // prettier-ignore
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body;
}

const stateOf = async (id: number) =>
  (
    await sql<{ state: string }>`select state from retention_requests where id = ${id}`.execute(
      server.database,
    )
  ).rows[0]?.state;

test('every plugin with personal data declares an erasure hook, and no other', () => {
  const loaded = server.services.plugins.loaded.map(({ id, manifest, module }) => ({
    id,
    mentions: manifest.erases ?? false,
    does: module.hooks?.some(({ hook }) => hook === 'kernel.erasure') ?? false,
  }));
  expect(loaded.filter(({ mentions, does }) => mentions !== does)).toEqual([]);
  expect(loaded.filter(({ does }) => does).length).toBe(7);
});

test('the scan finds the traces before the erasure in every place', async () => {
  const found = await tracesInTables(server.services.pool, traces);
  const tables = new Set(found.map((line) => line.split(':')[0]));
  for (const table of ['applications', 'application_actions', 'application_batches', 'application_views', 'audit_reasons', 'files', 'household_citizens', 'intake_asks', 'intake_tickets', 'households', 'idempotency_records', 'letters', 'notifications', 'record_history', 'user_former_papers', 'user_merges', 'user_word_counts', 'users']) expect(tables, table).toContain(`public.${table}`); // prettier-ignore
  // A trace that was never written proves nothing.
  const unseen = traces.filter(({ what }) => !found.some((line) => line.endsWith(`: ${what}`)));
  expect(unseen.map(({ what }) => what)).toEqual(['why', 'hold']);
  expect((await filesBelow(join(server.data, 'files', 'stored'))).length).toBeGreaterThan(3);
});

test('an open application and a hold block the erasure', async () => {
  const { chief, other, confirm, citizenId, applicationIds } = office;
  await writeBackup(join(folder, 'before.backup'), null, { pool: server.services.pool, blobs: blobsIn(server.data), report: () => {} }); // prettier-ignore
  const reason = reasons.hold;
  const held = await chief.post<{ id: number }>('retention/holds', { subject_type: 'application', subject_id: applicationIds[0], reason }); // prettier-ignore
  expect(held.status).toBe(201);
  expect(
    (await chief.post(`retention/citizens/${citizenId}/requests`, { reason: 'Fuqaro soʻradi' })).status,
  ).toBe(409);
  expect((await other.del(`retention/holds/${held.body.id}`)).status).toBe(200);

  const request = await requestErasure(chief);
  expect((await chief.del(`retention/requests/${request.id}`)).status).toBe(200);

  // It is confirmed, but an application is open again when the erasure starts.
  const again = await requestErasure(chief);
  await chief.post(`applications/${applicationIds[0]}/actions/statuses`, {
    status: 'accepted',
    note: 'Qayta',
  });
  expect((await confirm(again.id)).status).toBe(200);
  await expect.poll(() => stateOf(again.id)).toBe('refused');
  const { body } = await chief.get<{ items: Request[] }>('retention/requests?state=ended');
  const rejected = body.items.find(({ id }) => id === again.id);
  expect(rejected?.obstacles).toMatchObject([{ key: 'applications:erasure.open', ids: [applicationIds[0]] }]);
  await chief.post(`applications/${applicationIds[0]}/actions/statuses`, {
    status: 'completed',
    note: 'Qayta',
  });
}, 60_000);

test('a preview counts the records, and changes nothing', async () => {
  const before = await tracesInTables(server.services.pool, traces);
  const { status, body } = await office.chief.get<Pick<Request, 'counts' | 'obstacles'>>(`retention/citizens/${office.citizenId}/preview`); // prettier-ignore
  expect(status).toBe(200);
  expect(body.obstacles).toEqual([]);
  expect(Object.fromEntries(body.counts.map(({ key, count }) => [key, count]))).toMatchObject({
    'users:erasure.citizens': 1,
    'users:erasure.merges': 1,
    'applications:erasure.applications': 5,
    'intake:erasure.asks': 2,
    // One of them is void, and one is of an application that belongs to another citizen now.
    'letters:erasure.letters': 3,
    'households:erasure.members': 1,
    'kernel:erasure.files': office.storedNames.length,
  });
  expect(await tracesInTables(server.services.pool, traces)).toEqual(before);
});

test('a hold after the confirmation takes precedence', async () => {
  const { chief, other, citizenId } = office;
  const request = await requestErasure(chief);
  const hold = { subject_type: 'user', subject_id: citizenId, reason: 'Sud soʻrovi' };
  // The job waits for the row of the request; both are present when it gets it.
  await server.database.transaction().execute(async (database) => {
    await sql`select from retention_requests where id = ${request.id} for update`.execute(database);
    await sql`update retention_requests set state = 'confirmed', confirmed_by = requested_by where id = ${request.id}`.execute(database); // prettier-ignore
    expect((await other.post('retention/holds', hold)).status).toBe(201);
  });
  await expect.poll(() => stateOf(request.id)).toBe('refused');
  const { body } = await chief.get<{ holds: { id: number }[] }>(`retention/citizens/${citizenId}`);
  expect((await chief.del(`retention/holds/${body.holds[0]?.id ?? 0}`)).status).toBe(200);
}, 60_000);

test('is erased from tables, files, counters, responses, searches and the log; numbers remain', async () => {
  const { chief, confirm } = office;
  const before = await counts();
  const request = await requestErasure(chief);
  expect((await confirm(request.id)).status).toBe(200);
  await expect.poll(() => stateOf(request.id)).toBe('done');
  await expect
    .poll(
      async () =>
        (await sql`select from erasures where noted_at is null or blobs <> '{}'`.execute(server.database))
          .rows.length,
    ) // prettier-ignore
    .toBe(0);
  // Updated in the background after households and searches.
  await expect.poll(async () => (await sql`select from household_home_changes`.execute(server.database)).rows.length).toBe(0); // prettier-ignore

  expect(await tracesInTables(server.services.pool, traces)).toEqual([]);
  expect(await tracesInFiles(server.data, traces)).toEqual([]);
  const left = await filesBelow(join(server.data, 'files'));
  expect(left.filter((path) => office.storedNames.some((name) => path.includes(name)))).toEqual([]);
  expect(await counts()).toEqual(before);
  // Of each version the same remains in both formats.
  const { rows: unequal } = await sql`
    select from (
      select side_of_change(changes -> 'citizens', 'before') as before, side_of_change(changes -> 'citizens', 'after') as after
      from record_history where kind = 'household' and changes ? 'citizens'
    ) as version group by before, after having count(*) % 2 = 1`.execute(server.database);
  expect(unequal).toEqual([]);
  expect(tracesIn(log.join('\n'), traces)).toEqual([]);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_type = 'user' and subject_id = ${office.citizenId}
      and action like 'retention.%' order by id desc limit 2`.execute(server.database);
  expect(rows.map(({ action }) => action)).toEqual(['retention.erasure.done', 'retention.erasure.confirm']);
}, 60_000);

test('is in no response after the erasure', async () => {
  const { chief, citizenId, applicationIds, householdId, letterId } = office;
  const { paths } = describeApi(server.services, '/api/uz') as { paths: Record<string, object> };
  const gets = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
  expect(gets.length).toBeGreaterThan(80);
  const ids = [citizenId, ...applicationIds, householdId, letterId, 1];
  const searches = [person.last_name, person.first_name, person.personal_number, person.phone];
  const found: string[] = [];
  for (const path of gets.filter((one) => !one.includes('/export') && !one.endsWith('/columns'))) {
    const base = path.replace('/api/uz/', '');
    const requested = base.includes('{')
      ? ids.map((id) => base.replaceAll(/\{[^}]+\}/g, String(id)))
      : [base, ...searches.map((text) => `${base}?search=${encodeURIComponent(text)}`)];
    for (const one of requested) {
      const { body } = await chief.get<unknown>(one);
      // Values from the request itself are not part of the response.
      const remaining = traces.filter(({ value }) => !one.includes(encodeURIComponent(value)));
      for (const what of tracesIn(JSON.stringify(body) ?? '', remaining)) found.push(`${one}: ${what}`);
    }
  }
  expect(found).toEqual([]);
  for (const id of applicationIds) expect((await chief.get(`applications/${id}`)).status).toBe(200);
  expect((await chief.get(`letters/${letterId}`)).status).toBe(200);
  expect((await chief.get(`users/${citizenId}`)).status).toBe(404);
}, 120_000);

test('intake and its sites reveal nothing about them, before and after', async () => {
  const { receipts } = office.submitted;
  for (const { number, code } of receipts) {
    const requested = await server.api().post('intake/status', { number, code }, { headers: { origin: 'https://shahar.example' } }); // prettier-ignore
    expect(requested.status).toBe(404);
  }
  // Data sent to a site cannot be recalled: it contained only numbers and states.
  expect(endpoints.webhooks.length).toBeGreaterThan(1);
  expect(tracesIn(endpoints.webhooks.join('\n'), traces)).toEqual([]);
  const { rows } = await sql<{ site: string; count: number }>`
    select source as site, count(*) from intake_submissions group by source order by source`.execute(
    server.database,
  );
  expect(rows).toEqual([{ site: 'api', count: 1 }, { site: 'widget', count: 1 }]); // prettier-ignore
});

test('restoring an older backup repeats the erasure', async () => {
  const opened = openDatabase({ connectionString: target.url }, { max: 2 });
  const inTarget = <Result>(work: (pool: pg.Pool) => Promise<Result>) => work(opened.pool);
  try {
    await restoreBackup({
      backup: bytesOfFile(join(folder, 'before.backup')),
      key: null,
      pool: opened.pool,
      blobs: blobsIn(server.data),
      migrations: [...kernelMigrations, ...migrationsOf(await discoverPlugins(join(import.meta.dirname, '../../../plugins')))], // prettier-ignore
      environmentKey: null,
      replace: false,
      report: () => {},
    });
    expect((await inTarget((pool) => tracesInTables(pool, traces))).length).toBeGreaterThan(30);
    expect((await filesBelow(join(server.data, 'files'))).filter((path) => office.storedNames.some((name) => path.includes(name)))).not.toEqual([]); // prettier-ignore
  } finally {
    await opened.close();
  }
  const second = await testServer({ databaseUrl: target.url, data: server.data });
  try {
    expect(await tracesInTables(second.services.pool, traces)).toEqual([]);
    await expect
      .poll(
        async () =>
          (await sql`select from erasures where blobs <> '{}'`.execute(second.database)).rows.length,
      )
      .toBe(0);
    expect(await tracesInFiles(second.data, traces)).toEqual([]);
    expect((await filesBelow(join(second.data, 'files'))).filter((path) => office.storedNames.some((name) => path.includes(name)))).toEqual([]); // prettier-ignore
    // A backup created now contains none of it either.
    await writeBackup(join(folder, 'after.backup'), null, { pool: second.services.pool, blobs: blobsIn(second.data), report: () => {} }); // prettier-ignore
  } finally {
    await second.close();
  }
}, 180_000);
