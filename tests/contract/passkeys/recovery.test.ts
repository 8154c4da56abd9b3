import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runKomakInProcess, withLocalhost } from '#kernel/testing/command.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { codeOf, createPeople, origin, password, type Whole } from './people.ts';

const reason = 'Telefoni yoʻqolgan, shaxsan keldi';

let server: TestServer;
let people: ReturnType<typeof createPeople>;
type Person = Awaited<ReturnType<typeof people.enrol>>;
let first: Person;
let confirmer: Person;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins', 'notifications'], publicUrl: origin });
  people = createPeople(server);
  first = await people.enrol({ role: 'super_admin' });
  confirmer = await people.enrol({ role: 'super_admin' });
});
afterAll(() => server.close());
beforeEach(() => people.clearAttempts());

const requestReset = (api: ApiClient, id: number, text = reason) =>
  api.post(`admins/${id}/factor-reset`, { reason: text });
async function confirm({ api, key }: Person, id: number, proof?: object) {
  return api.post(`admins/${id}/factor-reset/confirmation`, proof ?? (await people.prove(api, key)));
}
async function noticesOf(id: number) {
  const { rows } = await sql<{ type: string; payload: object }>`
    select type, payload from notifications where admin_id = ${id} order by id`.execute(server.database);
  return rows;
}
/** Whether a user's second factor is still required. */
const isNotified = async ({ login }: Person) =>
  'second_factor' in (await people.logIn<{ data: object }>(login)).body.data;

test('two super admins reset every second factor; the admin is notified, signs in, and must add one first', async () => {
  const lost = await people.enrol({ role: 'super_admin' });
  const ticket = await people.ticketOf(lost.login);
  expect((await requestReset(first.api, lost.id)).status).toBe(200);
  // A single confirmation has changed nothing.
  expect(await isNotified(lost)).toBe(true);
  expect((await confirmer.api.get('admins/factor-resets')).body).toMatchObject({
    items: [{ id: lost.id, reason, own: false }],
  });
  expect((await confirm(confirmer, lost.id)).status).toBe(200);
  expect((await lost.api.get('admins/admin')).status).toBe(401);
  expect(codeOf(await people.bring(await people.sign(lost.key), ticket))).toBe('sign_in_expired');
  expect(codeOf(await people.enter(lost.key))).toBe('passkey_refused');
  expect((await confirmer.api.get('admins/factor-resets')).body).toEqual({ items: [] });

  const { token, admin } = (await people.logIn<Whole>(lost.login)).body.data;
  expect(admin.must_add_factor).toBe(true);
  const api = server.api({ token });
  expect((await api.get('admins')).status).toBe(403);
  const { response } = await people.add(api);
  expect(response.status).toBe(200);
  expect((await api.get<{ must_add_factor?: boolean }>('admins/admin')).body.must_add_factor).toBeUndefined();

  expect((await noticesOf(lost.id)).map(({ type }) => type)).toEqual(['own_reset_asked', 'own_reset_done']);
  expect((await noticesOf(confirmer.id)).at(-1)).toMatchObject({ type: 'reset_asked' });
  expect((await noticesOf(first.id)).filter(({ type }) => type === 'reset_asked')).toEqual([]);
  const { rows } = await sql`
    select action, admin_id, details from audit_log where subject_id = ${lost.id} and action like '%reset%' order by id`.execute(
    server.database,
  );
  expect(rows).toEqual([
    { action: 'admins.factor_reset.ask', admin_id: first.id, details: { reason } },
    {
      action: 'admins.second_factor.reset',
      admin_id: confirmer.id,
      details: { requested_by: first.id, reason },
    },
  ]);
});

test('a single admin cannot reset a second factor', async () => {
  const lost = await people.enrol();
  expect((await first.api.del(`admins/${lost.id}/second-factor`)).status).toBe(404);
  expect(codeOf(await requestReset(first.api, first.id))).toBe('own_account');
  expect((await requestReset(lost.api, confirmer.id)).status).toBe(403);
  expect((await requestReset(first.api, lost.id, '  x ')).status).toBe(422);
  expect((await confirm(confirmer, lost.id)).status).toBe(404);
  expect((await requestReset(first.api, lost.id)).status).toBe(200);
  expect(codeOf(await requestReset(confirmer.api, lost.id))).toBe('reset_pending');
  expect(codeOf(await confirm(first, lost.id))).toBe('reset_own_request');
  expect((await confirm(lost, lost.id)).status).toBe(403);
  expect(await isNotified(lost)).toBe(true);
  // Super admins cannot confirm their own.
  expect((await requestReset(first.api, confirmer.id)).status).toBe(200);
  expect(codeOf(await confirm(confirmer, confirmer.id))).toBe('own_account');
  expect((await confirmer.api.del(`admins/${confirmer.id}/factor-reset`)).status).toBe(200);
  expect((await first.api.del(`admins/${lost.id}/factor-reset`)).status).toBe(200);
  expect((await confirm(confirmer, lost.id)).status).toBe(404);
});

test("a confirmation requires the confirmer's own second factor", async () => {
  const lost = await people.enrol();
  await requestReset(first.api, lost.id);
  expect((await confirm(confirmer, lost.id, {})).status).toBe(422);
  expect((await confirm(confirmer, lost.id, { password })).body).toMatchObject({ fields: { passkey: expect.any(String) } });
  // Another user's proof, and one made in another session.
  expect(codeOf(await confirm(confirmer, lost.id, await people.prove(confirmer.api, first.key)))).toBe('passkey_refused');
  expect(codeOf(await confirm(confirmer, lost.id, await people.prove(first.api, confirmer.key)))).toBe('passkey_expired');
  const bare = await server.createAdmin({ role: 'super_admin', passwordHash: await people.passwordHash() });
  const api = server.api({ token: (await people.logIn<Whole>(bare.login)).body.data.token });
  expect(codeOf(await api.post(`admins/${lost.id}/factor-reset/confirmation`, { password }))).toBe('reset_needs_factor');
  expect(await isNotified(lost)).toBe(true);
  expect((await confirm(confirmer, lost.id)).status).toBe(200);
}); // prettier-ignore

test('rejects a confirmer whose account or second factor is newer than the request', async () => {
  const lost = await people.enrol();
  const bare = await server.createAdmin({ role: 'super_admin', passwordHash: await people.passwordHash() });
  await requestReset(first.api, lost.id);
  const accomplice = await people.enrol({ role: 'super_admin' });
  expect(codeOf(await confirm(accomplice, lost.id))).toBe('reset_too_new');
  const api = server.api({ token: (await people.logIn<Whole>(bare.login)).body.data.token });
  const { key } = await people.add(api);
  expect(codeOf(await confirm({ ...bare, key, api }, lost.id))).toBe('reset_too_new');
  expect(await isNotified(lost)).toBe(true);
  expect((await confirm(confirmer, lost.id)).status).toBe(200);
});

test('a request expires, and another one follows it', async () => {
  const lost = await people.enrol();
  await requestReset(first.api, lost.id);
  await sql`update factor_resets set expires_at = now() where admin_id = ${lost.id}`.execute(server.database);
  expect((await confirm(confirmer, lost.id)).status).toBe(404);
  expect((await requestReset(confirmer.api, lost.id)).status).toBe(200);
  expect(codeOf(await confirm(confirmer, lost.id))).toBe('reset_own_request');
  expect((await confirm(first, lost.id)).status).toBe(200);
});

test('two concurrent confirmations count once', async () => {
  const lost = await people.enrol();
  const third = await people.enrol({ role: 'super_admin' });
  await requestReset(first.api, lost.id);
  const responses = await Promise.all([confirm(confirmer, lost.id), confirm(third, lost.id)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test("the operator's command removes passkeys too", async () => {
  const lost = await people.enrol();
  const done = await runKomakInProcess(['two-factor', 'reset', lost.login], {
    DATABASE_URL: withLocalhost(server.databaseUrl),
    KOMAK_DATA: join(tmpdir(), 'komak-nothing'),
  });
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('was removed') });
  expect(await isNotified(lost)).toBe(false);
});
