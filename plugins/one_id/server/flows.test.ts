import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hashPassword } from '#kernel/plugin-api/server.ts';
import {
  type ApiClient,
  identityClient,
  type IdentityService,
  samplePin,
  startIdentityService,
  testServer,
  type TestServer,
} from '#kernel/plugin-api/testing.ts';

const password = 'a-good-password';

let service: IdentityService;
let server: TestServer;
let boss: ApiClient;
let passwordHash: string;

beforeAll(async () => {
  vi.stubEnv('KOMAK_ONEID_SECRET', identityClient.clientSecret);
  service = await startIdentityService();
  const { clientId, scope } = identityClient;
  server = await testServer({
    plugins: ['one_id', 'admins'],
    config: { one_id: { address: service.address, clientId, scope } },
  });
  passwordHash = await hashPassword(password);
  boss = await server.signIn({ role: 'super_admin' });
});
afterAll(async () => {
  await server.close();
  await service.close();
  vi.unstubAllEnvs();
});
beforeEach(() => sql`delete from login_attempts`.execute(server.database));
afterEach(() => vi.restoreAllMocks());

/** Follows the redirects of a flow from the provider's address to one of our pages, which is returned. */
async function returnFrom(address: string, cookie: string): Promise<string> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const back = headers.get('location') ?? '';
  const response = await fetch(back, { redirect: 'manual', headers: { cookie } });
  return response.headers.get('location') ?? '';
}

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

/** Runs some work while the provider is asked who a user is. */
function whileIdentifying(work: () => Promise<unknown>): void {
  const original = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isRequest =
      init?.body instanceof URLSearchParams && init.body.get('grant_type') === 'one_access_token_identify';
    const response = await original(input, init);
    if (isRequest) await work();
    return response;
  });
}

async function pinOf(adminId: number): Promise<string | null> {
  const { rows } = await sql<{ pinfl: string | null }>`
    select pinfl from admins where id = ${adminId}`.execute(server.database);
  return rows[0]?.pinfl ?? null;
}

test.each<[string, (id: number) => Promise<{ readonly status: number }>]>([
  ['a first password', (id) => boss.put(`admins/${id}/password`)],
  ['a block', (id) => boss.put(`admins/${id}/block?blocked=true`)],
  ['a retirement', (id) => boss.del(`admins/${id}`)],
  ['an end of the sessions', (id) => boss.del(`admins/${id}/sessions`)],
])('rejects a link after %s while the provider identifies the user', async (_change, change) => {
  const { id, login } = await server.createAdmin({ passwordHash });
  const { token = '' } = await server.signIn(login);
  const begun = await fetch(`${server.url}/api/uz/oneid/link`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const { address } = (await begun.json()) as { address: string };
  const statuses: number[] = [];
  whileIdentifying(async () => statuses.push((await change(id)).status));
  expect(await returnFrom(address, cookieOf(begun))).toBe('/login?oneid=state');
  expect(statuses).toEqual([200]);
  expect(await pinOf(id)).toBeNull();
});

test('does not count flows that identified a person, such as those of an office in the morning', async () => {
  const { id } = await server.createAdmin();
  await sql`update admins set pinfl = ${samplePin} where id = ${id}`.execute(server.database);
  const start = () => fetch(`${server.url}/api/uz/oneid`, { redirect: 'manual' });
  const pages = new Set<string>();
  for (let count = 0; count < 55; count++) {
    const begun = await start();
    pages.add(await returnFrom(begun.headers.get('location') ?? '', cookieOf(begun)));
  }
  expect([...pages]).toEqual(['/login?oneid=done']);
  const rejected: boolean[] = [];
  // One by one: a busy server could shed some of them before they are counted.
  for (let count = 0; count < 51; count++)
    rejected.push((await start()).headers.get('location') === '/login?oneid=unavailable');
  expect(rejected.indexOf(true)).toBe(50);
});
