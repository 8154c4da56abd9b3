import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { Secret } from 'otpauth';
import { TestAuthenticator, type Ceremony } from '../../support/authenticator.ts';
import { codeOf, createPeople, origin, password, type Options, type Whole } from './people.ts';

let server: TestServer;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins'], publicUrl: origin });
  people = createPeople(server);
});
afterAll(() => server.close());
beforeEach(() => people.clearAttempts());

/** The audit log's entries about an admin's passkeys. */
async function auditOf(id: number) {
  const { rows } = await sql<{ action: string; details: Record<string, unknown> }>`
    select action, details from audit_log where subject_id = ${id} order by id`.execute(server.database);
  return rows;
}

test('a passkey that its person unlocked signs in by itself', async () => {
  const { id, key } = await people.enrol();
  const { status, body } = await people.enter(key);
  expect([status, body.data.admin.id]).toEqual([200, id]);
  expect((await server.api({ token: body.data.token }).get('admins/admin')).status).toBe(200);
  expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'admins.login', details: { passkey: 'alone' } });
});

test('is requested after a password, with the alternatives', async () => {
  const { id, login, key } = await people.enrol();
  const { body } = await people.logIn<{ data: object }>(login);
  expect(body.data).toEqual({
    second_factor: { ticket: expect.any(String), expires_in: 300, ways: ['passkey'] },
  });
  const ticket = await people.ticketOf(login);
  const whole = await people.bring(await people.sign(key, ticket), ticket);
  expect([whole.status, whole.body.data.admin.id]).toEqual([200, id]);
  // A ticket opens one session.
  expect(codeOf(await people.bring(await people.sign(key), ticket))).toBe('sign_in_expired');
});

test('is an alternative to a code', async () => {
  const { login, key, api } = await people.enrol();
  const begun = await api.post<{ secret: string }>(
    'admins/admin/second-factor',
    await people.prove(api, key),
  );
  const secret = Buffer.from(Secret.fromBase32(begun.body.secret).bytes);
  expect((await api.put('admins/admin/second-factor', { code: codeAt(secret, Date.now()) })).status).toBe(
    200,
  );
  const { body } = await people.logIn<{ data: { second_factor: { ways: string[] } } }>(login);
  expect(body.data.second_factor.ways).toEqual(['code', 'passkey']);
  const [first, second] = [await people.ticketOf(login), await people.ticketOf(login)];
  expect((await people.bring(await people.sign(key, first), first)).status).toBe(200);
  const code = codeAt(secret, Date.now() + 30_000);
  expect((await server.api().post('admins/login/code', { ticket: second, code })).status).toBe(200);
});

test("adding one needs the password of the session's admin, and ends the other sessions", async () => {
  const { id, login } = await server.createAdmin({ passwordHash: await people.passwordHash() });
  const token = async () => (await people.logIn<Whole>(login)).body.data.token;
  const [api, other] = [server.api({ token: await token() }), server.api({ token: await token() })];
  for (const proof of [{}, { password: 'wrong' }, { code: '123456' }]) {
    const { status, body } = await api.post('admins/admin/passkeys/options', proof);
    expect([status, body]).toMatchObject([422, { fields: { password: expect.any(String) } }]);
  }
  const { key, response } = await people.add(api, { name: 'YubiKey' });
  expect([response.status, response.body]).toEqual([200, { passkeys: 1 }]);
  expect((await other.get('admins/admin')).status).toBe(401);
  expect((await api.get('admins/admin/passkeys')).body).toEqual({
    items: [{ id: expect.any(Number), name: 'YubiKey', hardware: false, backed_up: false, createdAt: expect.any(String), lastUsedAt: null }],
  });
  expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'admins.passkey.add', details: { passkey: 'YubiKey' } });
  // The password is no longer sufficient.
  const rejected = await api.post('admins/admin/passkeys/options', { password });
  expect(rejected.body).toMatchObject({ fields: { passkey: 'Kirish kalitingiz bilan tasdiqlang.' } });
  const begun = await people.begin(api, await people.prove(api, key));
  expect(begun).toMatchObject({ rp: { id: 'komak.example.uz' }, excludeCredentials: [{ id: key.id }] });
}); // prettier-ignore

describe('rejects a signature', () => {
  const wrong: readonly (readonly [string, Ceremony])[] = [
    ['made for another origin', { origin: 'https://komak.example.uz.evil.example' }],
    ['made for another port', { origin: 'https://komak.example.uz:8443' }],
    ['made for another relying party', { rpId: 'evil.example' }],
    ['without the person unlocking it', { userVerified: false }],
    ['with the handle of another user', { userHandle: Buffer.from('admin 1').toString('base64url') }],
    ['of a key that nobody has', { id: 'x'.repeat(43) }],
  ];
  test.each(wrong)('%s', async (_, ceremony) => {
    const { key } = await people.enrol();
    expect(codeOf(await people.enter(key, ceremony))).toBe('passkey_refused');
    expect((await people.enter(key)).status).toBe(200);
  });

  test('of one key with the name of another', async () => {
    const [one, other] = [await people.enrol(), await people.enrol()];
    expect(codeOf(await people.enter(one.key, { id: other.key.id }))).toBe('passkey_refused');
  });

  test('of another person, after the password of the first', async () => {
    const [one, other] = [await people.enrol(), await people.enrol()];
    const ticket = await people.ticketOf(one.login);
    expect(codeOf(await people.bring(await people.sign(other.key, ticket), ticket))).toBe('passkey_refused');
    expect((await auditOf(one.id)).at(-1)).toMatchObject({ action: 'admins.login.passkey.refuse' });
  });

  test('that was changed', async () => {
    const { key } = await people.enrol();
    const passkey = await people.sign(key);
    const signature = Buffer.from(passkey.response.signature, 'base64url');
    signature[signature.length - 1]! ^= 1;
    const response = { ...passkey.response, signature: signature.toString('base64url') };
    expect(codeOf(await people.bring({ ...passkey, response }))).toBe('passkey_refused');
  });

  test('whose challenge was used before', async () => {
    const { key } = await people.enrol();
    const passkey = await people.sign(key);
    expect((await people.bring(passkey)).status).toBe(200);
    expect(codeOf(await people.bring(passkey))).toBe('passkey_expired');
    // Used up by a failed attempt too.
    const failed = await people.sign(key, undefined, { userVerified: false });
    const { challenge } = JSON.parse(Buffer.from(failed.response.clientDataJSON, 'base64url').toString()) as { challenge: string };
    expect(codeOf(await people.bring(failed))).toBe('passkey_refused');
    expect(codeOf(await people.bring(key.get({ challenge, rpId: 'komak.example.uz' })))).toBe('passkey_expired');
  }); // prettier-ignore

  test('whose challenge has expired, or was never issued', async () => {
    const { key } = await people.enrol();
    const passkey = await people.sign(key);
    await sql`update passkey_challenges set expires_at = now()`.execute(server.database);
    expect(codeOf(await people.bring(passkey))).toBe('passkey_expired');
    const challenge = Buffer.alloc(32, 1).toString('base64url');
    expect(codeOf(await people.enter(key, { challenge }))).toBe('passkey_expired');
  });

  test('whose challenge was issued for another purpose', async () => {
    const { login, key, api } = await people.enrol();
    const [ticket, second] = [await people.ticketOf(login), await people.ticketOf(login)];
    // With the ticket missing or wrong, with an unneeded ticket, and with that of a session.
    expect(codeOf(await people.bring(await people.sign(key, ticket)))).toBe('passkey_expired');
    expect(codeOf(await people.bring(await people.sign(key, ticket), second))).toBe('passkey_expired');
    expect(codeOf(await people.bring(await people.sign(key), second))).toBe('passkey_expired');
    const { passkey } = await people.prove(api, key);
    expect(codeOf(await people.bring(passkey))).toBe('passkey_expired');
    expect(codeOf(await people.bring(key.get(await people.begin(api, await people.prove(api, key)))))).toBe('passkey_expired');
  }); // prettier-ignore

  test('whose counter decreased, and reports it', async () => {
    const { id, key } = await people.enrol();
    expect((await people.enter(key, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 8, 0]) {
      const rejected = await people.enter(key, { counter });
      expect(rejected.body).toMatchObject({
        code: 'passkey_copied',
        err: expect.stringContaining('nusxalangan'),
      });
    }
    expect((await auditOf(id)).at(-1)).toMatchObject({ details: { code: 'passkey_copied' } });
    expect((await people.enter(key, { counter: 10 })).status).toBe(200);
  });
});

test('an authenticator without a counter signs in repeatedly', async () => {
  const { key } = await people.enrol();
  for (let round = 0; round < 2; round++) expect((await people.enter(key, { counter: 0 })).status).toBe(200);
});

test('concurrent use of one challenge, or of one counter value, opens one session', async () => {
  const { key } = await people.enrol();
  const passkey = await people.sign(key);
  const same = await Promise.all(Array.from({ length: 5 }, () => people.bring(passkey)));
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403]);
  const signed = await Promise.all(
    Array.from({ length: 5 }, () => people.sign(key, undefined, { counter: 50 })),
  );
  const counted = await Promise.all(signed.map((one) => people.bring(one)));
  expect(counted.map((one) => codeOf(one) ?? 'in').toSorted()).toEqual([
    'in', 'passkey_copied', 'passkey_copied', 'passkey_copied', 'passkey_copied',
  ]); // prettier-ignore
});

test.each([
  ['blocked', (id: number) => sql`update admins set blocked = true where id = ${id}`],
  ['gone', (id: number) => sql`update admins set blocked = true, deleted_at = now() where id = ${id}`],
])('an admin who is %s cannot sign in with a passkey', async (_, change) => {
  const { id, login, key } = await people.enrol();
  const ticket = await people.ticketOf(login);
  const [alone, second] = [await people.sign(key), await people.sign(key, ticket)];
  await change(id).execute(server.database);
  expect(codeOf(await people.bring(alone))).toBe('passkey_refused');
  expect(codeOf(await people.bring(second, ticket))).toBe('passkey_refused');
});

test('a removed passkey, and a signature from before the sessions ended, open nothing', async () => {
  const { login, key, api } = await people.enrol();
  const { key: second } = await people.add(api, { proof: await people.prove(api, key), name: 'Ikkinchi' });
  const { body } = await api.get<{ items: { id: number; name: string }[] }>('admins/admin/passkeys');
  const [first] = body.items;
  const removal = `admins/admin/passkeys/${first?.id}/removal`;
  const waiting = await people.sign(key);
  const ticket = await people.ticketOf(login);
  expect((await api.post(removal, { password })).status).toBe(422);
  // Another user's proof, or one from another session, removes nothing.
  const other = await people.enrol();
  expect(codeOf(await api.post(removal, await people.prove(api, other.key)))).toBe('passkey_refused');
  expect(codeOf(await api.post(removal, await people.prove(other.api, key)))).toBe('passkey_expired');
  expect((await other.api.post(removal, await people.prove(other.api, other.key))).status).toBe(404);
  const done = await api.post(removal, await people.prove(api, second));
  expect([done.status, done.body]).toEqual([200, { passkeys: 1 }]);
  expect(codeOf(await people.bring(waiting))).toBe('passkey_refused');
  expect(codeOf(await people.bring(await people.sign(second), ticket))).toBe('sign_in_expired');
  expect((await people.enter(second)).status).toBe(200);
});

test('a signature whose sessions end while it is checked opens nothing', async () => {
  const { id, key } = await people.enrol();
  const passkey = await people.sign(key);
  const opening = await server.database.transaction().execute(async (transaction) => {
    await sql`update admins set session_generation = session_generation + 1 where id = ${id}`.execute(
      transaction,
    );
    const begun = people.bring(passkey);
    // The sign-in has read the generation, and waits for the admin's lock.
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          server.database,
        );
        return rows.length;
      })
      .toBe(1);
    return { begun };
  });
  expect(codeOf(await opening.begun)).toBe('sign_in_expired');
});

test('a new passkey is checked like a signature', async () => {
  const { api, key } = await people.enrol();
  const registerNew = async (ceremony: Ceremony, options?: Options) => {
    const usedOptions = options ?? (await people.begin(api, await people.prove(api, key)));
    const passkey = await new TestAuthenticator(origin).create(usedOptions, ceremony);
    return codeOf(await api.post('admins/admin/passkeys', { name: 'Yangi', passkey }));
  };
  expect(await registerNew({ origin: 'https://evil.example' })).toBe('passkey_refused');
  expect(await registerNew({ rpId: 'evil.example' })).toBe('passkey_refused');
  expect(await registerNew({ userVerified: false })).toBe('passkey_refused');
  const other = await people.enrol();
  expect(await registerNew({}, await people.begin(other.api, await people.prove(other.api, other.key)))).toBe('passkey_expired');
  const { body } = await api.post<{ options: Options }>('admins/admin/passkeys/challenge');
  expect(await registerNew({}, body.options)).toBe('passkey_expired');
  const again = await key.create(await people.begin(api, await people.prove(api, key)));
  expect(codeOf(await api.post('admins/admin/passkeys', { name: 'Oʻsha', passkey: again }))).toBe('passkey_known');
}); // prettier-ignore

test('a stranger may have few pending challenges', async () => {
  await sql`delete from passkey_challenges`.execute(server.database);
  await sql`insert into passkey_challenges (challenge, purpose, network, expires_at)
    select int4send(n), 'sign-in', '127.0.0.1', now() + interval '1 minute' from generate_series(1, 299) n`.execute(
    server.database,
  );
  const requestOptions = () => server.api().post('admins/login/passkey/options', {});
  expect((await requestOptions()).status).toBe(200);
  expect(codeOf(await requestOptions())).toBe('too_many_attempts');
  await sql`delete from passkey_challenges`.execute(server.database);
});

test('the password is changed with all factors', async () => {
  const { api, key, login } = await people.enrol();
  const next = { old_password: password, password: 'oltmishta-ot-olti' };
  expect((await api.put('admins/admin/password', next)).body).toMatchObject({
    fields: { passkey: expect.any(String) },
  });
  expect(
    (await api.put('admins/admin/password', { ...next, ...(await people.prove(api, key)) })).status,
  ).toBe(200);
  expect((await people.logIn(login)).status).toBe(401);
});

test('there are none at an IP address, or without https', async () => {
  for (const publicUrl of ['http://10.0.0.5:8080', 'http://komak.example.uz', 'https://[::1]']) {
    const node = await testServer({ plugins: ['admins'], databaseUrl: server.databaseUrl, publicUrl });
    try {
      expect(codeOf(await node.api().post('admins/login/passkey/options', {})), publicUrl).toBe('passkeys_unavailable');
    } finally {
      await node.close();
    }
  }
}); // prettier-ignore
