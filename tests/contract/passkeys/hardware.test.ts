import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { createMaker, TestAuthenticator } from '../../support/authenticator.ts';
import { codeOf, createPeople, origin, password, type Whole } from './people.ts';

let server: TestServer;
let people: ReturnType<typeof createPeople>;
let boss: Awaited<ReturnType<typeof people.enrol>>;

beforeAll(async () => {
  server = await testServer({ plugins: ['admins'], publicUrl: origin });
  people = createPeople(server);
  boss = await people.enrol({ role: 'super_admin' }, new TestAuthenticator(origin, { attested: true }));
});
afterAll(() => server.close());
afterEach(() => void vi.unstubAllEnvs());
beforeEach(async () => {
  await people.clearAttempts();
  await setHardware(false);
});

const setHardware = (hardware: boolean) =>
  boss.api.put('admins/second-factor', { required: 'nobody', hardware });
const mustAdd = async (api: ReturnType<TestServer['api']>) =>
  (await api.get<Whole['data']['admin']>('admins/admin')).body.must_add_factor ?? false;

test('a key is bound to hardware if it is on one device and a manufacturer certifies it', async () => {
  for (const [options, role, hardware] of [
    [{ attested: true }, 'super_admin', true],
    [{ attested: false }, 'super_admin', false],
    [{ attested: true, synced: true }, 'super_admin', false],
    // Nobody else needs an attestation.
    [{ attested: true }, 'admin', false],
  ] as const) {
    const { api } = await people.enrol({ role }, new TestAuthenticator(origin, options));
    expect((await api.get('admins/admin/passkeys')).body, JSON.stringify(options)).toMatchObject({
      items: [{ hardware, backed_up: 'synced' in options }],
    });
  }
});

test('required of super admins, one without it can only add it', async () => {
  const soft = await people.enrol({ role: 'super_admin' });
  const clerk = await people.enrol();
  const policy = await setHardware(true);
  expect(policy.body).toMatchObject({ hardware: true, without: { hardware: expect.any(Number) } });
  expect([await mustAdd(boss.api), await mustAdd(soft.api), await mustAdd(clerk.api)]).toEqual([
    false,
    true,
    false,
  ]);
  expect((await boss.api.get('admins')).status).toBe(200);
  expect((await soft.api.get('admins')).status).toBe(403);
  expect((await soft.api.put('admins/second-factor', { required: 'nobody', hardware: false })).status).toBe(
    403,
  );
  // They sign in with their existing key to add it.
  const { token } = (await people.enter(soft.key)).body.data;
  const api = server.api({ token });
  expect([await mustAdd(api), (await api.get('admins')).status]).toEqual([true, 403]);
  const another = await people.add(api, { proof: await people.prove(api, soft.key) });
  expect(codeOf(another.response)).toBe('hardware_required');
  const key = new TestAuthenticator(origin, { attested: true });
  const added = await people.add(api, { key, proof: await people.prove(api, soft.key) });
  expect(added.response.status).toBe(200);
  expect((await api.get('admins')).status).toBe(200);
});

test('afterwards other passkeys, codes and recovery codes are rejected', async () => {
  const key = new TestAuthenticator(origin, { attested: true });
  const { login, api } = await people.enrol({ role: 'super_admin' }, key);
  const { key: soft } = await people.add(api, { proof: await people.prove(api, key) });
  const begun = await api.post<{ secret: string }>('admins/admin/second-factor', await people.prove(api, key));
  const secret = Buffer.from(Secret.fromBase32(begun.body.secret).bytes);
  const done = await api.put<{ recovery_codes: string[] }>('admins/admin/second-factor', { code: codeAt(secret, Date.now()) });
  const next = () => codeAt(secret, Date.now() + 30_000);
  await setHardware(true);
  expect(codeOf(await people.enter(soft))).toBe('hardware_key_needed');
  const { body } = await people.logIn<{ data: { second_factor: { ways: string[] } } }>(login);
  expect(body.data.second_factor.ways).toEqual(['passkey']);
  const offered = await server.api().post('admins/login/passkey/options', { ticket: await people.ticketOf(login) });
  expect(offered.body).toMatchObject({ options: { allowCredentials: [{ id: key.id }] } });
  for (const code of [next(), done.body.recovery_codes[0]]) {
    const ticket = await people.ticketOf(login);
    expect(codeOf(await server.api().post('admins/login/code', { ticket, code }))).toBe('hardware_key_needed');
  }
  const renew = 'admins/admin/second-factor/recovery';
  expect((await api.post(renew, { password, code: next() })).body).toMatchObject({ fields: { passkey: expect.any(String) } });
  expect(codeOf(await api.post(renew, await people.prove(api, soft)))).toBe('passkey_refused');
  expect((await api.post(renew, await people.prove(api, key))).status).toBe(200);
  // The last such key cannot be removed.
  const { body: { items } } = await api.get<{ items: { id: number; hardware: boolean }[] }>('admins/admin/passkeys');
  const remove = async (hardware: boolean) =>
    api.post(`admins/admin/passkeys/${items.find((one) => one.hardware === hardware)?.id}/removal`, await people.prove(api, key));
  expect(codeOf(await remove(true))).toBe('hardware_required');
  expect((await remove(false)).status).toBe(200);
  expect((await people.enter(key)).status).toBe(200);
}); // prettier-ignore

test('if the operator names manufacturers, no other certificate is accepted', async () => {
  const [known, second, unknown, over, leaf] = await Promise.all([
    createMaker('Known'), createMaker('Second'), createMaker('Known'), createMaker('Over', { isOver: true }), createMaker('Leaf', { ca: false }),
  ]);
  const path = join(await mkdtemp(join(tmpdir(), 'komak-roots-')), 'makers.pem');
  await writeFile(path, [known, second, over, leaf].map(({ root }) => root.toString('pem')).join('\n'));
  vi.stubEnv('KOMAK_ATTESTATION_ROOTS', path);
  for (const [attested, hardware] of [
    [known, true],
    [second, true],
    // With the same name: an expired one, one that may not issue certificates, and a self-signed one.
    [unknown, false],
    [over, false],
    [leaf, false],
    [true, false],
  ] as const) {
    const { api } = await people.enrol({ role: 'super_admin' }, new TestAuthenticator(origin, { attested }));
    expect((await api.get('admins/admin/passkeys')).body).toMatchObject({ items: [{ hardware }] });
  }
}); // prettier-ignore
