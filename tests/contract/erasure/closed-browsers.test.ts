/** The erasures that browsers receive later if they were closed or offline: each of them, in any order of commits, only ids. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeJshshir } from '#kernel/devtools/demo/make-jshshir.ts';
import { digestOf } from '#kernel/server/erasure/erase-person.ts';
import { createJournal } from '#kernel/server/erasure/journal.ts';
import { repeatErasures } from '#kernel/server/erasure/repeat-erasures.ts';
import { createFolderStore } from '#kernel/server/storage/folder-store.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import type { ErasedSince } from '#plugins/retention/contract.ts';
import { addRecoveryCodes } from '../../support/recovery-codes.ts';
import { createPeople, origin, password } from '../passkeys/people.ts';

let server: TestServer;
let people: ReturnType<typeof createPeople>;
let requester: ApiClient;
let confirmer: { readonly api: ApiClient; readonly codes: string[] };
/** An admin without any permission: they receive `person_erased` too. */
let browser: ApiClient;
let serial = 0;

beforeAll(async () => {
  server = await testServer({ publicUrl: origin });
  people = createPeople(server);
  requester = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  const { login } = await server.createAdmin({ role: 'super_admin', passwordHash: await people.passwordHash() }); // prettier-ignore
  const api = await server.signIn(login);
  confirmer = { api, codes: await addRecoveryCodes(api, password) };
  browser = await server.signIn({ role: 'admin', permissions: [] });
}, 180_000);
afterAll(() => server?.close());
beforeEach(() => people.clearAttempts());

/** A citizen with a unique name and number. */
async function makeCitizen() {
  const birthday = '1971-12-03';
  const last_name = `Unutilova${'abcdefgh'.charAt(serial++)}`;
  const personal_number = makeJshshir({ birthday, sex: 'female', area: 779, serial });
  const { body } = await requester.post<{ id: number }>('users', { first_name: 'Zulfiya', last_name, personal_number }); // prettier-ignore
  return { id: body.id, last_name, personal_number };
}

async function erase(citizenId: number): Promise<void> {
  const reason = 'Fuqaro soʻradi';
  const { body } = await requester.post<{ id: number }>(`retention/citizens/${citizenId}/requests`, { reason }); // prettier-ignore
  const proof = { password, code: confirmer.codes.pop() };
  expect((await confirmer.api.post(`retention/requests/${body.id}/confirmation`, proof)).status).toBe(200);
  await expect
    .poll(async () => (await requester.get(`users/${citizenId}`)).status, { timeout: 20_000 })
    .toBe(404);
}

async function fetchErased(after?: string | null): Promise<ErasedSince & { cursor: string }> {
  const { status, body } = await browser.get<ErasedSince>(`retention/erased${after ? `?after=${after}` : ''}`); // prettier-ignore
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body, cursor: body.cursor ?? '' };
}

/** Records an erasure, like the kernel. */
const insertErasure = (database: typeof server.database, userId: number) =>
  sql`
    insert into erasures (id, subjects, digests, counts, blobs, noted_at)
    values (${randomUUID()}, ${JSON.stringify({ user: [userId] })}::jsonb, '{}', '{}', '{}', now())`.execute(
    database,
  );

test('lists no one when no one was erased', async () => {
  expect(await fetchErased()).toEqual({
    users: [],
    applications: [],
    households: [],
    cursor: '',
    more: false,
    age: null,
  });
  expect((await browser.get<ErasedSince>('retention/erased?after=latest')).body.cursor).toBeNull();
});

test('lists erasures after a cursor, by ids only, to every session', async () => {
  const [first, second] = [await makeCitizen(), await makeCitizen()];
  await erase(first.id);
  const before = await fetchErased();
  expect(before).toMatchObject({ users: [first.id], more: false });
  expect(await fetchErased(before.cursor)).toMatchObject({ users: [], cursor: before.cursor, more: false });
  expect(await fetchErased('latest')).toMatchObject({ users: [], cursor: before.cursor });

  await erase(second.id);
  const after = await fetchErased(before.cursor);
  expect(after.users).toEqual([second.id]);
  expect((await fetchErased()).users).toEqual([first.id, second.id]);
  expect(await fetchErased(after.cursor)).toMatchObject({ users: [], cursor: after.cursor });
  expect(after.age).toBeGreaterThanOrEqual(0);
  // A page older than the newest one has to receive it.
  expect((await fetchErased('latest')).age).toBeGreaterThanOrEqual(0);
  expect(Object.keys(after).toSorted()).toEqual([
    'age',
    'applications',
    'cursor',
    'households',
    'more',
    'users',
  ]);
  for (const { last_name, personal_number } of [first, second]) {
    const responses = JSON.stringify([before, after]);
    expect(responses).not.toContain(last_name);
    expect(responses).not.toContain(personal_number);
    expect(responses).not.toContain(digestOf(server.services.vault, personal_number));
  }
  expect((await server.api().get('retention/erased')).status).toBe(401);
  expect((await browser.get('retention/erased?after=5')).status).toBe(422);
});

test('does not list an erasure that was rolled back, such as that of a preview', async () => {
  const { id } = await makeCitizen();
  const { cursor } = await fetchErased('latest');
  expect((await requester.get(`retention/citizens/${id}/preview`)).status).toBe(200);
  expect(await fetchErased(cursor)).toMatchObject({ users: [], cursor });
});

test('an erasure that commits late is never behind a returned cursor', async () => {
  const { cursor } = await fetchErased('latest');
  let latter: ReturnType<typeof insertErasure> | undefined;
  let hasCommitted = false;
  let between = await fetchErased(cursor);
  await server.database.transaction().execute(async (database) => {
    await insertErasure(database, 7001);
    // Another node erases a person concurrently: it waits, or finishes before the first one.
    latter = insertErasure(server.database, 7002).finally(() => void (hasCommitted = true));
    await expect.poll(async () => hasCommitted || (await waiting()) === 1, { timeout: 20_000 }).toBe(true);
    between = await fetchErased(cursor);
  });
  await latter;
  const rest = await fetchErased(between.cursor);
  expect([...between.users, ...rest.users].toSorted()).toEqual([7001, 7002]);
});

/** The number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    server.database,
  );
  return rows.length;
}

test('a response is limited, and reports that there is more', async () => {
  const { cursor } = await fetchErased('latest');
  await sql`
    select add_erased_subjects(jsonb_build_object('user', array[10000 + n], 'application', array[20000 + n, 5]))
    from generate_series(1, 1001) as n`.execute(server.database);
  const parts: ErasedSince[] = [];
  for (let after = cursor, more = true; more && parts.length < 5;) {
    const part = await fetchErased(after);
    parts.push(part);
    ({ cursor: after, more } = part);
  }
  expect(parts.map(({ users, more }) => [users.length, more])).toEqual([[500, true], [500, true], [1, false]]); // prettier-ignore
  expect(parts.flatMap(({ users }) => users)).toEqual(Array.from({ length: 1001 }, (_, at) => 10_001 + at));
  // Each one once.
  expect(parts[0]?.applications).toHaveLength(501);
});

test('a cursor from before a restore returns all erasures', async () => {
  const { users } = await fetchErased();
  expect(users.length).toBeGreaterThan(400);
  expect((await fetchErased(randomUUID())).users).toEqual(users);
});

test('an erasure repeated after a restore is listed again, with every record of the citizen', async () => {
  const back = await makeCitizen();
  const { cursor } = await fetchErased('latest');
  // As after restoring a backup in which they had another record than when they were erased.
  await sql`
    insert into erasures (id, subjects, digests, counts, blobs, noted_at, again)
    values (${randomUUID()}, '{"user": [8001]}', ${[digestOf(server.services.vault, back.personal_number)]}::text[], '{}', '{}', now(), true)`.execute(server.database); // prettier-ignore
  const store = createFolderStore(join(server.data, 'files'));
  await repeatErasures(server.services, createJournal(store, join(server.data, 'files', 'incoming')));
  expect((await requester.get(`users/${back.id}`)).status).toBe(404);
  expect((await fetchErased(cursor)).users).toEqual([8001, back.id]);
});
