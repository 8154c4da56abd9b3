import { sql } from 'kysely';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeploymentResponse, SessionAdmin } from '#kernel/plugin-api/contract.ts';
import { hashPassword } from '#kernel/plugin-api/server.ts';
import {
  type ApiClient,
  codeAt,
  identityClient,
  type IdentityService,
  samplePin,
  startIdentityService,
  testServer,
  type TestServer,
  type Visitor,
} from '#kernel/plugin-api/testing.ts';
import type { LinkState } from '../contract.ts';

let service: IdentityService;
let server: TestServer;
let adminId: number;

beforeAll(async () => {
  vi.stubEnv('KOMAK_ONEID_SECRET', identityClient.clientSecret);
  service = await startIdentityService();
  const { clientId, scope } = identityClient;
  server = await testServer({
    plugins: ['one_id', 'admins'],
    config: { one_id: { address: service.address, clientId, scope } },
  });
  const passwordHash = await hashPassword('a-good-password');
  ({ id: adminId } = await server.createAdmin({ login: 'gulnora', passwordHash }));
});
afterAll(async () => {
  await server.close();
  await service.close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await sql`update admins set pinfl = null, blocked = false`.execute(server.database);
  await sql`update admins set pinfl = ${samplePin} where id = ${adminId}`.execute(server.database);
  await sql`delete from login_attempts`.execute(server.database);
});

/** A minimal browser with cookies and redirects. */
function browser(token?: string) {
  const cookies = new Map<string, string>();
  const setCookies: string[] = [];
  async function call(url: string, method = 'GET', body?: object) {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(token ? { authorization: token } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, location: headers.get('location') ?? '', body: await response.text() };
  }
  return { call, cookies, setCookies };
}

type Browser = ReturnType<typeof browser>;
const api = (path: string) => `${server.url}/api/uz/${path}`;

/** Goes to the service; returns the callback address before it is opened. */
async function goThere(client: Browser, visitor: Visitor = {}, from = ''): Promise<string> {
  const begun = await client.call(api(from === '' ? 'oneid' : `oneid?from=${encodeURIComponent(from)}`));
  expect(begun.status).toBe(303);
  service.setVisitor(visitor);
  return (await client.call(begun.location)).location;
}

async function signInWith(visitor: Visitor, from = ''): Promise<{ client: Browser; page: string }> {
  const client = browser();
  const back = await goThere(client, visitor, from);
  return { client, page: (await client.call(back)).location };
}

describe('a sign-in', () => {
  test('redirects to the service with the required parameters, and binds the state to the browser', async () => {
    const client = browser();
    const { location } = await client.call(api('oneid'));
    const { origin, pathname, searchParams } = new URL(location);
    expect(origin + pathname).toBe(service.address);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'one_code',
      client_id: identityClient.clientId,
      redirect_uri: `${server.url}/api/uz/oneid/callback`,
      scope: identityClient.scope,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect(client.setCookies[0]).toMatch(
      /^komak-oneid=[\w-]{43}; Max-Age=600; Path=\/api\/uz\/oneid; HttpOnly; SameSite=Lax$/,
    );
    expect(location).not.toContain(identityClient.clientSecret);
  });

  test('ends with a working session that is not in any address', async () => {
    const { client, page } = await signInWith({}, '/applications/12?tab=a');
    expect(page).toBe(
      `/login?${new URLSearchParams({ oneid: 'done', from: '/applications/12?tab=a' }).toString()}`,
    );
    const response = await client.call(api('oneid/session'), 'POST');
    const { data } = JSON.parse(response.body) as { data: { token: string } };
    expect(page).not.toContain(data.token);
    const { body } = await server.api({ token: data.token }).get<SessionAdmin>('admins/admin');
    expect(body.id).toBe(adminId);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where admin_id = ${adminId} order by id desc limit 1`.execute(
      server.database,
    );
    expect(rows).toEqual([{ action: 'one_id.login' }]);
  });

  test('of an admin with a second factor ends with a ticket, and with a session after the code', async () => {
    const as = await server.signIn('gulnora');
    const [path, body] = ['admins/admin/second-factor', { password: 'a-good-password' }];
    const begun = await as.post<{ secret: string }>(path, body);
    const code = codeAt(Buffer.from(Secret.fromBase32(begun.body.secret).bytes), Date.now());
    const added = await as.put<{ recovery_codes: string[] }>(path, { code });
    await sql`delete from sessions where admin_id = ${adminId}`.execute(server.database);
    const { client } = await signInWith({});
    const { data } = JSON.parse((await client.call(api('oneid/session'), 'POST')).body) as {
      data: { second_factor: { ticket: string } };
    };
    expect(data).toEqual({ second_factor: { ticket: expect.any(String) as string, expires_in: 300 } });
    const { rows } = await sql`select 1 from sessions where admin_id = ${adminId}`.execute(server.database);
    expect(rows).toEqual([]);
    const bring = (given = '') =>
      server.api().post('admins/login/code', { ticket: data.second_factor.ticket, code: given });
    expect((await bring(added.body.recovery_codes[0])).status).toBe(200);
    await sql`delete from second_factors`.execute(server.database);
  });

  test('exchanges the code by the documented calls, with the secret in the form and not in the address', async () => {
    const before = service.requests.length;
    await signInWith({});
    expect(service.requests.slice(before)).toMatchObject([
      {
        grant_type: 'one_authorization_code',
        client_id: identityClient.clientId,
        client_secret: identityClient.clientSecret,
        redirect_uri: `${server.url}/api/uz/oneid/callback`,
      },
      { grant_type: 'one_access_token_identify', scope: identityClient.scope },
    ]);
  });

  test('hands the session over once, to the browser of the flow, in time', async () => {
    const { client } = await signInWith({});
    const ticket = client.cookies.get('komak-oneid-ticket') ?? '';
    expect((await browser().call(api('oneid/session'), 'POST')).status).toBe(401);
    expect((await client.call(api('oneid/session'), 'POST')).status).toBe(200);
    client.cookies.set('komak-oneid-ticket', ticket);
    expect((await client.call(api('oneid/session'), 'POST')).status).toBe(401);

    const { client: late } = await signInWith({});
    await sql`update one_id_tickets set expires_at = now()`.execute(server.database);
    expect((await late.call(api('oneid/session'), 'POST')).status).toBe(401);
  });

  test('keeps two windows of one browser apart', async () => {
    const client = browser();
    const [one, other] = [await goThere(client), await goThere(client)];
    expect((await client.call(one)).location).toBe('/login?oneid=done');
    expect((await client.call(other)).location).toBe('/login?oneid=done');
  });
});

describe('a wrong callback opens nothing', () => {
  const ended = async (client: Browser) => (await client.call(api('oneid/session'), 'POST')).status;

  test.each<[string, (back: URL) => void]>([
    ['no state', (back) => back.searchParams.delete('state')],
    ['another state', (back) => back.searchParams.set('state', 'a'.repeat(43))],
    ['a state that is none', (back) => back.searchParams.set('state', "' or 1=1 --")],
  ])('%s', async (_what, spoil) => {
    const client = browser();
    const back = new URL(await goThere(client));
    spoil(back);
    expect((await client.call(back.href)).location).toBe('/login?oneid=state');
    expect(await ended(client)).toBe(401);
  });

  test('from another browser, with the right state', async () => {
    const back = await goThere(browser());
    const stranger = browser();
    expect((await stranger.call(back)).location).toBe('/login?oneid=state');
    await stranger.call(api('oneid'));
    expect((await stranger.call(back)).location).toBe('/login?oneid=state');
    expect(await ended(stranger)).toBe(401);
  });

  test('for the second time', async () => {
    const client = browser();
    const back = await goThere(client);
    await client.call(back);
    await client.call(api('oneid/session'), 'POST');
    expect((await client.call(back)).location).toBe('/login?oneid=state');
    expect(await ended(client)).toBe(401);
  });

  test('with a used code in a new flow', async () => {
    const client = browser();
    const first = new URL(await goThere(client));
    await client.call(first.href);
    const second = new URL(await goThere(client));
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    client.cookies.delete('komak-oneid-ticket');
    expect((await client.call(second.href)).location).toBe('/login?oneid=refused');
    expect(await ended(client)).toBe(401);
  });

  test('after the flow has expired', async () => {
    const client = browser();
    const back = await goThere(client);
    await sql`update one_id_attempts set expires_at = now()`.execute(server.database);
    expect((await client.call(back)).location).toBe('/login?oneid=state');
  });

  test.each<[string, string, Visitor]>([
    ['nobody: the person went away', 'cancelled', { cancels: true }],
    ['another ret_cd', 'refused', { identity: { ret_cd: '1' } }],
    ['ret_cd as a number', 'refused', { identity: { ret_cd: 0 } }],
    ['no ret_cd', 'refused', { identity: { ret_cd: undefined } }],
    ['valid as a boolean', 'refused', { identity: { valid: true } }],
    ['valid "false"', 'refused', { identity: { valid: 'false' } }],
    ['no pin', 'refused', { identity: { pin: undefined } }],
    ['a pin that is none', 'refused', { identity: { pin: '3121093204024' } }],
    ['a pin of nobody here', 'unknown', { identity: { pin: '40201902050010' } }],
    ['a refusal of the code', 'refused', { override: { token: { status: 400, body: '{"ret_cd":"1"}' } } }],
    ['no token', 'refused', { override: { token: { body: '{}' } } }],
    ['500 for the token', 'unavailable', { override: { token: { status: 500 } } }],
    ['502 for the identity', 'unavailable', { override: { identity: { status: 502, body: '<html>' } } }],
    ['a page in place of JSON', 'unavailable', { override: { identity: { body: '<html>' } } }],
    ['null', 'refused', { override: { identity: { body: 'null' } } }],
  ])('%s: %s', async (_what, outcome, visitor) => {
    const { client, page } = await signInWith(visitor);
    expect(page).toBe(`/login?oneid=${outcome}`);
    expect(await ended(client)).toBe(401);
  });

  test('stops waiting for a service that does not respond', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // The timeout itself, only shortened.
    const timeoutMs = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 20));
    const { page } = await signInWith({ override: { token: { hangs: true } } });
    expect(page).toBe('/login?oneid=unavailable');
    expect(timeoutMs).toHaveBeenCalledWith(8000);
    timeoutMs.mockRestore();
  });

  test('a blocked admin gets the same response as a stranger, also when blocked during the flow', async () => {
    const { client } = await signInWith({});
    await sql`update admins set blocked = true where id = ${adminId}`.execute(server.database);
    expect(await ended(client)).toBe(401);
    expect((await signInWith({})).page).toBe('/login?oneid=unknown');
  });

  test.each([
    '//example.com',
    'https://example.com',
    '/\\example.com',
    'javascript:alert(1)',
    '/login?from=/a',
    '/a b',
  ])('a flow to %s leads to the first page', async (from) => {
    expect((await signInWith({}, from)).page).toBe('/login?oneid=done');
  });

  test('limits the number of started flows', async () => {
    const pages: string[] = [];
    for (let count = 0; count < 51; count++) pages.push((await browser().call(api('oneid'))).location);
    expect(pages.slice(0, 50).every((page) => page.startsWith(service.address))).toBe(true);
    expect(pages[50]).toBe('/login?oneid=unavailable');
  });
});

describe("linking one's own account", () => {
  const password = 'a-good-password';
  let as: ApiClient;
  beforeEach(async () => {
    await sql`update admins set pinfl = null`.execute(server.database);
    as = await server.signIn('gulnora');
  });

  async function link(visitor: Visitor = {}, given = password): Promise<{ status: number; page: string }> {
    const client = browser(as.token);
    const begun = await client.call(api('oneid/link'), 'POST', { password: given });
    if (begun.status !== 200) return { status: begun.status, page: '' };
    service.setVisitor(visitor);
    const { address } = JSON.parse(begun.body) as { address: string };
    const { location } = await client.call(address);
    return { status: 200, page: (await client.call(location)).location };
  }

  test('stores the link, shows its last digits only, and opens the sign-in', async () => {
    expect((await as.get<LinkState>('oneid/link')).body).toEqual({ linked: false, ending: null });
    expect((await link()).page).toBe('/settings?oneid=linked');
    const { body: state } = await as.get<LinkState>('oneid/link');
    expect(state).toEqual({ linked: true, ending: samplePin.slice(-4) });
    expect((await signInWith({})).page).toBe('/login?oneid=done');
  });

  test('requires the password', async () => {
    expect((await link({}, 'another-password')).status).toBe(422);
    expect((await as.get<LinkState>('oneid/link')).body.linked).toBe(false);
  });

  test('rejects a number of another admin, and a failed identification', async () => {
    const other = await server.createAdmin();
    await sql`update admins set pinfl = ${samplePin} where id = ${other.id}`.execute(server.database);
    expect((await link()).page).toBe('/settings?oneid=taken');
    expect((await link({ identity: { valid: true } })).page).toBe('/settings?oneid=refused');
    expect((await as.get<LinkState>('oneid/link')).body.linked).toBe(false);
  });

  test('rejects another browser, and an ended session', async () => {
    const client = browser(as.token);
    const { body } = await client.call(api('oneid/link'), 'POST', { password });
    service.setVisitor({});
    const { address } = JSON.parse(body) as { address: string };
    const { location } = await client.call(address);
    expect((await browser().call(location)).location).toBe('/login?oneid=state');
    await as.post('admins/logout');
    expect((await client.call(location)).location).toBe('/login?oneid=state');
    const { rows } = await sql`select 1 from admins where pinfl is not null`.execute(server.database);
    expect(rows).toEqual([]);
  });

  test('can be undone, which closes the sign-in too', async () => {
    await link();
    expect((await as.post('oneid/link/removal', { password: 'another-password' })).status).toBe(422);
    expect((await as.post('oneid/link/removal', { password })).status).toBe(200);
    expect((await as.post('oneid/link/removal', { password })).status).toBe(404);
    expect((await signInWith({})).page).toBe('/login?oneid=unknown');
  });

  test('requires a session', async () => {
    for (const response of [
      await server.api().get('oneid/link'),
      await server.api().post('oneid/link', { password }),
      await server.api().post('oneid/link/removal', { password }),
    ]) {
      expect(response.status).toBe(401);
    }
  });
});

describe('configuration', () => {
  const announced = async (of: TestServer) => (await of.api().get<DeploymentResponse>('plugins')).body;

  test('is announced to the sign-in page without secrets', async () => {
    const body = await announced(server);
    expect(body.oneId).toBe(true);
    expect(JSON.stringify(body)).not.toContain(identityClient.clientSecret);
    expect(JSON.stringify(body)).not.toContain(identityClient.clientId);
  });

  test.each<[string, Record<string, string>, string]>([
    ['without an address', { clientId: 'a' }, 'secret'],
    ['without a client', { address: 'https://example.com/a.do' }, 'secret'],
    ['without the secret', { address: 'https://example.com/a.do', clientId: 'a' }, ''],
  ])('%s it is off', async (_what, config, secret) => {
    vi.stubEnv('KOMAK_ONEID_SECRET', secret);
    const bare = await testServer({ plugins: ['one_id', 'admins'], config: { one_id: config } });
    try {
      expect((await announced(bare)).oneId).toBe(false);
      for (const path of ['oneid', 'oneid/callback?code=a&state=b']) {
        const { status, headers } = await bare.api().get(path);
        expect([status, headers.get('location')]).toEqual([303, '/login?oneid=unavailable']);
      }
      expect((await bare.api().post('oneid/session')).status).toBe(409);
      expect((await (await bare.signIn()).post('oneid/link', { password: 'a' })).status).toBe(409);
    } finally {
      await bare.close();
      vi.stubEnv('KOMAK_ONEID_SECRET', identityClient.clientSecret);
    }
  });

  test('rejects an address without encryption, except on this machine', async () => {
    const bare = await testServer({
      plugins: ['one_id', 'admins'],
      config: { one_id: { address: 'http://example.com/a.do', clientId: 'a' } },
    });
    expect(bare.registry.explain('one_id')).toMatchObject({ state: 'invalid_configuration' });
    await bare.close();
  });
});
