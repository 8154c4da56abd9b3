import { Secret } from 'otpauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import { testServer, type ApiClient, type ApiResponse, type TestServer } from '#kernel/testing/server.ts';
import { TestAuthenticator } from '../../support/authenticator.ts';
import { codeOf, createPeople, origin, password, type Options, type Whole } from './people.ts';

let server: TestServer;
let people: ReturnType<typeof createPeople>;
let first: Person;
let confirmer: Person;
type Person = Awaited<ReturnType<typeof people.enrol>>;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins'], publicUrl: origin });
  people = createPeople(server);
  first = await people.enrol({ role: 'super_admin' });
  confirmer = await people.enrol({ role: 'super_admin' });
});
afterAll(() => server.close());
beforeEach(() => people.clearAttempts());

/** Runs `begin` for a locked admin, and `change` while it waits; returns its response after the commit. */
async function whileLocked(
  id: number,
  begin: () => Promise<ApiResponse>,
  change: (begun: number) => ReturnType<typeof sql>,
): Promise<ApiResponse> {
  const { response } = await server.database.transaction().execute(async (transaction) => {
    await sql`update admins set session_generation = session_generation + 1 where id = ${id}`.execute(
      transaction,
    );
    const begun = begin();
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          server.database,
        );
        return rows.length;
      })
      .toBe(1);
    await change(id).execute(transaction);
    return { response: begun };
  });
  return response;
}
const endSessions = (id: number) => sql`delete from sessions where admin_id = ${id}`;

test('a challenge is consumed by an unknown key, and by an invalid signature', async () => {
  const { key } = await people.enrol();
  const requestOptions = async () => (await server.api().post<{ options: Options }>('admins/login/passkey/options', {})).body.options;
  const [unknown, other] = [await requestOptions(), await requestOptions()];
  expect(codeOf(await people.bring(key.get(unknown, { id: 'x'.repeat(43) })))).toBe('passkey_refused');
  expect(codeOf(await people.bring(key.get(unknown)))).toBe('passkey_expired');
  const made = await new TestAuthenticator(origin).create({ ...other, rp: { id: 'komak.example.uz' } });
  const signed = key.get(other);
  const wrongKind = { ...signed, response: { ...signed.response, clientDataJSON: made.response.clientDataJSON } };
  expect(codeOf(await people.bring(wrongKind))).toBe('passkey_refused');
  expect(codeOf(await people.bring(key.get(other)))).toBe('passkey_expired');
}); // prettier-ignore

test('a session that ends while its passkey is checked adds none', async () => {
  const { id, api, key } = await people.enrol();
  const passkey = await new TestAuthenticator(origin).create(await people.begin(api, await people.prove(api, key)));
  const add = () => api.post('admins/admin/passkeys', { name: 'Oʻgʻri', passkey });
  expect(codeOf(await whileLocked(id, add, endSessions))).toBe('unauthenticated');
  const { rows } = await sql`select name from passkeys where admin_id = ${id}`.execute(server.database);
  expect(rows).toEqual([{ name: 'Kalit' }]);
}); // prettier-ignore

test('a session that ends while its first code is checked enables no codes', async () => {
  const { id, login } = await server.createAdmin({ passwordHash: await people.passwordHash() });
  const api = server.api({ token: (await people.logIn<Whole>(login)).body.data.token });
  const { secret } = await withCodes(api, { password });
  const confirm = () => api.put('admins/admin/second-factor', { code: codeAt(secret, Date.now()) });
  expect(codeOf(await whileLocked(id, confirm, endSessions))).toBe('unauthenticated');
  const { rows } = await sql`
    select from second_factors where admin_id = ${id} and confirmed_at is not null`.execute(server.database);
  expect(rows).toEqual([]);
});

async function withCodes(api: ApiClient, proof: object) {
  const { body } = await api.post<{ secret: string }>('admins/admin/second-factor', proof);
  return { secret: Buffer.from(Secret.fromBase32(body.secret).bytes) };
}

test('if one is required, the last factor stays even if the other is removed concurrently', async () => {
  const { id, api, key } = await people.enrol();
  const { secret } = await withCodes(api, await people.prove(api, key));
  await api.put('admins/admin/second-factor', { code: codeAt(secret, Date.now()) });
  await first.api.put('admins/second-factor', { required: 'everyone' });
  try {
    const proof = { password, code: codeAt(secret, Date.now() + 30_000) };
    const remove = () => api.post('admins/admin/second-factor/removal', proof);
    const removed = await whileLocked(id, remove, () => sql`delete from passkeys where admin_id = ${id}`);
    expect(codeOf(removed)).toBe('factor_required');
    const { rows } = await sql`select from second_factors where admin_id = ${id}`.execute(server.database);
    expect(rows.length).toBe(1);
  } finally {
    await first.api.put('admins/second-factor', { required: 'nobody' });
  }
});

test('if one is required, the only passkey stays', async () => {
  const { api, key } = await people.enrol();
  const { body } = await api.get<{ items: { id: number }[] }>('admins/admin/passkeys');
  const remove = async () =>
    codeOf(
      await api.post(`admins/admin/passkeys/${body.items[0]?.id}/removal`, await people.prove(api, key)),
    );
  await first.api.put('admins/second-factor', { required: 'everyone' });
  try {
    expect(await remove()).toBe('factor_required');
    expect((await people.enter(key)).status).toBe(200);
  } finally {
    await first.api.put('admins/second-factor', { required: 'nobody' });
  }
  expect(await remove()).toBeUndefined();
});

test('a network that tries many signatures has to wait, except users who have signed in from there', async () => {
  const { id, key } = await people.enrol();
  const stranger = new TestAuthenticator(origin).get({ challenge: 'AAAA', rpId: 'komak.example.uz' });
  for (let round = 0; round < 50; round++)
    expect(codeOf(await people.bring(stranger))).toBe('passkey_expired');
  expect(codeOf(await people.bring(stranger))).toBe('too_many_attempts');
  expect((await people.enter(key)).status).toBe(200);
  await sql`delete from known_addresses where admin_id = ${id}`.execute(server.database);
  expect(codeOf(await people.enter(key))).toBe('too_many_attempts');
});

test('rejects a key that was bound to one device and now reports that it is copied', async () => {
  const { id, key } = await people.enrol();
  expect(codeOf(await people.enter(key, { synced: true }))).toBe('passkey_refused');
  const { rows } = await sql`select backed_up from passkeys where admin_id = ${id}`.execute(server.database);
  expect(rows).toEqual([{ backed_up: false }]);
  expect((await people.enter(key)).status).toBe(200);
});

test('keys bound to hardware are not required if browsers support none', async () => {
  const node = await testServer({
    plugins: ['admins'],
    databaseUrl: server.databaseUrl,
    publicUrl: 'http://10.0.0.5:8080',
  });
  try {
    const boss = await node.signIn({ role: 'super_admin' });
    const set = (hardware: boolean) => boss.put('admins/second-factor', { required: 'nobody', hardware });
    expect(codeOf(await set(true))).toBe('passkeys_unavailable');
    // An admin who had them when they became required can remove the requirement.
    expect((await set(false)).status).toBe(200);
    expect((await boss.get('admins')).status).toBe(200);
  } finally {
    await node.close();
  }
});

const requestReset = (api: ApiClient, id: number) =>
  api.post(`admins/${id}/factor-reset`, { reason: 'Telefon yoʻqolgan' });
const confirm = async ({ api, key }: Person, id: number) =>
  api.post(`admins/${id}/factor-reset/confirmation`, await people.prove(api, key));

test('an admin promoted after the request cannot confirm it', async () => {
  const lost = await people.enrol();
  const [clerk, raised] = [await people.enrol(), await people.enrol()];
  await requestReset(first.api, lost.id);
  const { rows } = await sql<{ id: number }>`
    select role_id as id from admins where id = ${first.id}`.execute(server.database);
  await sql`update admins set role_id = ${rows[0]?.id} where id = ${clerk.id}`.execute(server.database);
  const token = (await people.enter(clerk.key)).body.data.token;
  const promoted = { ...clerk, api: server.api({ token }) };
  expect(codeOf(await confirm(promoted, lost.id))).toBe('reset_too_new');
  // The same applies if the role itself was raised.
  const { rows: roles } = await sql<{ id: number }>`
    update admin_roles set role = 'super_admin' where id = (select role_id from admins where id = ${raised.id})
    returning id`.execute(server.database);
  expect(roles.length).toBe(1);
  const other = { ...raised, api: server.api({ token: (await people.enter(raised.key)).body.data.token }) };
  expect(codeOf(await confirm(other, lost.id))).toBe('reset_too_new');
  expect((await confirm(confirmer, lost.id)).status).toBe(200);
});

test.each([
  ['blocked', (id: number) => sql`update admins set blocked = true where id = ${id}`],
  ['no super admin any more', (id: number) => sql`
    update admins set role_id = (select role_id from admins where id = ${id - 1}) where id = ${id}`],
])('a request of an admin who is %s cannot be confirmed, and is not shown', async (_, change) => {
  const lost = await people.enrol();
  const requester = await people.enrol({ role: 'super_admin' });
  expect((await requestReset(requester.api, lost.id)).status).toBe(200);
  await change(requester.id).execute(server.database);
  expect((await confirmer.api.get('admins/factor-resets')).body).toEqual({ items: [] });
  expect((await confirm(confirmer, lost.id)).status).toBe(404);
  // Another admin requests it again.
  expect((await requestReset(first.api, lost.id)).status).toBe(200);
  expect((await confirm(confirmer, lost.id)).status).toBe(200);
}); // prettier-ignore

test('an admin has at most twenty passkeys', async () => {
  const { id, api, key } = await people.enrol();
  await sql`
    insert into passkeys (admin_id, credential_id, public_key, counter, aaguid, device_type, backed_up, hardware, name)
    select ${id}, 'extra-' || ${id}::bigint || '-' || n, '', 0, gen_random_uuid(), 'singleDevice', false, false, 'Kalit'
    from generate_series(1, 19) as n`.execute(server.database);
  const proof = await people.prove(api, key);
  expect(codeOf(await api.post('admins/admin/passkeys/options', proof))).toBe('conflict');
});
