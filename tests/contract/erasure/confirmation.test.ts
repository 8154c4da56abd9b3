/**
 * The admin who confirms an erasure proves their identity, and must not have an account that the requester
 * could have created for it.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { addRecoveryCodes } from '../../support/recovery-codes.ts';
import { codeOf, createPeople, origin, password, type Whole } from '../passkeys/people.ts';

const withReason = { reason: 'Fuqaro soʻradi' };

let server: TestServer;
let people: ReturnType<typeof createPeople>;
type Person = Awaited<ReturnType<typeof people.enrol>>;
let requester: Person;
let confirmer: Person;

beforeAll(async () => {
  server = await testServer({ publicUrl: origin });
  people = createPeople(server);
  requester = await people.enrol({ role: 'super_admin', permissions: ['application_receiver'] });
  confirmer = await people.enrol({ role: 'super_admin' });
});
afterAll(() => server?.close());
beforeEach(() => people.clearAttempts());

async function makeCitizen(): Promise<number> {
  return (await requester.api.post<{ id: number }>('users', { first_name: 'Zulfiya', last_name: 'Ergasheva' })).body.id; // prettier-ignore
}

/** A citizen, and an open request to erase them. */
async function requestErasure(): Promise<{ citizenId: number; id: number }> {
  const citizenId = await makeCitizen();
  const { status, body } = await requester.api.post<{ id: number }>(`retention/citizens/${citizenId}/requests`, withReason); // prettier-ignore
  expect(status).toBe(201);
  return { citizenId, id: body.id };
}

const confirm = (api: ApiClient, id: number, proof: object = {}) =>
  api.post(`retention/requests/${id}/confirmation`, proof);
const prove = async ({ api, key }: Person, id: number) => confirm(api, id, await people.prove(api, key));

async function stateOf(id: number): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from retention_requests where id = ${id}`.execute(server.database);
  return rows[0]?.state;
}
async function expectNothingDone({ citizenId, id }: { citizenId: number; id: number }): Promise<void> {
  expect(await stateOf(id)).toBe('asked');
  expect((await requester.api.get(`users/${citizenId}`)).status).toBe(200);
}

test('requires a proof of the confirmer', async () => {
  const requested = await requestErasure();
  const { api } = confirmer;
  expect((await confirm(api, requested.id)).status).toBe(422);
  expect((await confirm(api, requested.id, { password: 'notoʻgʻri-parol' })).body).toMatchObject({ fields: { password: expect.any(String) } });
  expect((await confirm(api, requested.id, { password })).body).toMatchObject({ fields: { passkey: expect.any(String) } });
  expect(codeOf(await confirm(api, requested.id, await people.prove(api, requester.key)))).toBe('passkey_refused');
  expect(codeOf(await confirm(api, requested.id, await people.prove(requester.api, confirmer.key)))).toBe('passkey_expired');
  expect(codeOf(await confirm(api, requested.id, await people.prove(api, confirmer.key, { origin: 'https://komak.example.org' })))).toBe('passkey_refused');
  await expectNothingDone(requested);
  const proof = await people.prove(api, confirmer.key);
  const { status, body } = await confirm(api, requested.id, proof);
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: 'confirmed', citizen_id: requested.citizenId });
  await expect.poll(() => stateOf(requested.id)).toBe('done');
  expect((await requester.api.get(`users/${requested.citizenId}`)).status).toBe(404);
  // A signature is valid for only one of them.
  const next = await requestErasure();
  expect(codeOf(await confirm(api, next.id, proof))).toBe('passkey_expired');
  await expectNothingDone(next);
}, 60_000); // prettier-ignore

test('wrong proofs are counted: after ten the right one is rejected too', async () => {
  const { login } = await server.createAdmin({ role: 'super_admin', passwordHash: await people.passwordHash() }); // prettier-ignore
  const api = await server.signIn(login);
  const codes = await addRecoveryCodes(api, password);
  const requested = await requestErasure();
  const right = () => ({ password, code: codes.pop() });
  for (const wrong of [
    { password: 'notoʻgʻri-parol', code: codes[0] },
    { password, code: '000000' },
  ]) {
    await people.clearAttempts();
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await confirm(api, requested.id, wrong)).status).toBe(422);
    const { status, headers } = await confirm(api, requested.id, right());
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await expectNothingDone(requested);
  await people.clearAttempts();
  expect((await confirm(api, requested.id, right())).status).toBe(200);
}, 60_000);

test('rejects a confirmation by the requester, and one without a second factor', async () => {
  const requested = await requestErasure();
  expect(codeOf(await prove(requester, requested.id))).toBe('own_request');
  const bare = await server.createAdmin({
    role: 'super_admin',
    passwordHash: await people.passwordHash(),
  });
  const api = server.api({ token: (await people.logIn<Whole>(bare.login)).body.data.token });
  expect(codeOf(await confirm(api, requested.id, { password }))).toBe('needs_factor');
  await expectNothingDone(requested);
});

test('rejects a confirmer whose account, role or second factor is newer than the request', async () => {
  const bare = await server.createAdmin({ role: 'super_admin', passwordHash: await people.passwordHash() }); // prettier-ignore
  const clerk = await people.enrol();
  const { roleId } = await server.createAdmin({ role: 'super_admin' });
  const requested = await requestErasure();
  const accomplice = await people.enrol({ role: 'super_admin' });
  expect(codeOf(await prove(accomplice, requested.id))).toBe('too_new');
  // Only the account is younger.
  await sql`update passkeys set created_at = '2026-01-01' where admin_id = ${accomplice.id}`.execute(
    server.database,
  );
  expect(codeOf(await prove(accomplice, requested.id))).toBe('too_new');

  const api = server.api({ token: (await people.logIn<Whole>(bare.login)).body.data.token });
  expect(codeOf(await prove({ ...bare, api, key: (await people.add(api)).key }, requested.id))).toBe(
    'too_new',
  );

  await sql`update admins set role_id = ${roleId} where id = ${clerk.id}`.execute(server.database);
  const promoted = { ...clerk, api: await server.signIn(clerk.login) };
  expect(codeOf(await prove(promoted, requested.id))).toBe('too_new');
  await expectNothingDone(requested);
  expect((await prove(confirmer, requested.id)).status).toBe(200);
});

test('a request of a blocked or demoted admin cannot be confirmed', async () => {
  const { roleId } = await server.createAdmin();
  for (const change of [sql`blocked = true`, sql`role_id = ${roleId}`]) {
    const lost = await people.enrol({ role: 'super_admin' });
    const citizenId = await makeCitizen();
    const { body } = await lost.api.post<{ id: number }>(
      `retention/citizens/${citizenId}/requests`,
      withReason,
    );
    await sql`update admins set ${change} where id = ${lost.id}`.execute(server.database);
    expect(codeOf(await prove(confirmer, body.id))).toBe('requester_gone');
    await expectNothingDone({ citizenId, id: body.id });
    expect((await requester.api.del(`retention/requests/${body.id}`)).status).toBe(200);
  }
});

test('two concurrent confirmations count once', async () => {
  const third = await people.enrol({ role: 'super_admin' });
  const { id } = await requestErasure();
  const responses = await Promise.all([prove(confirmer, id), prove(third, id)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a withdrawn, held or absent request cannot be confirmed', async () => {
  const [withdrawn, held] = [await requestErasure(), await requestErasure()];
  expect((await requester.api.del(`retention/requests/${withdrawn.id}`)).status).toBe(200);
  expect(codeOf(await prove(confirmer, withdrawn.id))).toBe('request_ended');
  expect((await requester.api.del(`retention/requests/${withdrawn.id}`)).status).toBe(409);
  const hold = { subject_type: 'user', subject_id: held.citizenId, ...withReason };
  expect((await requester.api.post('retention/holds', hold)).status).toBe(201);
  expect(codeOf(await prove(confirmer, held.id))).toBe('under_hold');
  await expectNothingDone(held);
  expect((await prove(confirmer, 999_999_999)).status).toBe(404);
});

test('a hold is placed once on an existing record, and lifted once', async () => {
  const subject = { subject_type: 'user', subject_id: await makeCitizen() };
  const place = (more: object) =>
    requester.api.post<{ id: number }>('retention/holds', { ...subject, ...withReason, ...more });
  for (const wrong of [{ subject_type: 'admin' }, { subject_id: 0 }, { subject_id: -1 }, { reason: '  abc ' }, { lifted_at: null }]) {
    expect((await place(wrong)).status, JSON.stringify(wrong)).toBe(422);
  }
  expect((await place({ subject_id: 999_999_999 })).status).toBe(404);
  expect((await place({ subject_type: 'application', subject_id: 999_999_999 })).status).toBe(404);
  const both = await Promise.all([place({}), place({})]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(codeOf(await requester.api.post(`retention/citizens/${subject.subject_id}/requests`, withReason))).toBe('under_hold');
  const id = both.find(({ status }) => status === 201)?.body.id ?? 0;
  const lifts = await Promise.all([confirmer, requester].map(({ api }) => api.del(`retention/holds/${id}`)));
  expect(lifts.map(({ status }) => status).toSorted()).toEqual([200, 404]);
}); // prettier-ignore
