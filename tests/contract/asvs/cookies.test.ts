import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  identityClient,
  samplePin,
  startIdentityService,
  type IdentityService,
} from '#kernel/testing/identity-service.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

// Over HTTPS, as in production; the plugins' tests use the names without a prefix.
const own = 'https://komak.example.uz';
const site = 'https://sayt.example.uz';

let dist: string;
let server: TestServer;
let service: IdentityService;

beforeAll(async () => {
  service = await startIdentityService();
  vi.stubEnv('KOMAK_ONEID_SECRET', identityClient.clientSecret);
  dist = await mkdtemp(join(tmpdir(), 'komak-asvs-'));
  await mkdir(join(dist, 'widgets'));
  await writeFile(join(dist, 'index.html'), '<p nonce="__CSP_NONCE__">page</p>');
  await writeFile(join(dist, 'widgets/komak-apply.html'), '<p data-pass="__EMBED_TOKEN__" data-key="__DRAFT_KEY__">apply</p>');
  const { clientId, scope } = identityClient;
  server = await testServer({
    plugins: ['one_id', 'intake', 'admins'],
    dist,
    publicUrl: own,
    deployment: { allowedOrigins: [site] },
    config: { one_id: { address: service.address, clientId, scope }, intake: { visitors: true } },
  });
}); // prettier-ignore
afterAll(async () => {
  await server?.close();
  await service?.close();
  await rm(dist, { recursive: true });
  vi.unstubAllEnvs();
});

const get = (path: string, cookie = '') =>
  fetch(server.url + path, { redirect: 'manual', headers: { cookie } });

async function setCookies(path: string): Promise<string[]> {
  return (await get(path)).headers.getSetCookie();
}

test('every cookie is bound to this host, to https and to one site, and no script can read it', async () => {
  const widget = `/widgets/komak-apply.html?site=${encodeURIComponent(site)}`;
  const cookies = [...(await setCookies('/api/uz/oneid')), ...(await setCookies(widget))];
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-komak-/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; HttpOnly(;|$)/);
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).not.toMatch(/; Domain=/i);
    expect(cookie.split(';')[0]?.length).toBeLessThan(4096);
  }
  // The widget's draft cookie is for frames in other sites, a separate one for each; the rest is never sent
  // to other sites.
  expect(cookies.map((cookie) => /SameSite=(\w+)/.exec(cookie)?.[1])).toEqual(['Lax', 'None']);
  expect(cookies[1]).toContain('Partitioned');
});

test('no page or response sets another cookie', async () => {
  for (const path of ['/', '/login', '/api/uz/plugins', '/api/uz/admins/admin', '/api/docs/openapi.json', '/health/live']) {
    expect(await setCookies(path), path).toEqual([]);
  }
}); // prettier-ignore

test('the browser with the cookie of a flow completes it over https, and its value is in no body or address', async () => {
  const { id } = await server.createAdmin();
  await server.services.pool.query('update admins set pinfl = $1 where id = $2', [samplePin, id]);
  const begun = await get('/api/uz/oneid');
  const [flow = ''] = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const there = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  const back = new URL(there.headers.get('location') ?? '');
  // A cookie that another host of the domain could set is not accepted.
  const tossed = await get(back.pathname + back.search, flow.replace('__Host-', ''));
  expect(tossed.headers.get('location')).toContain('oneid=state');
  const done = await get(back.pathname + back.search, flow);
  expect(done.headers.get('location')).toContain('oneid=done');
  const [ticket = ''] = done.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  expect(ticket).toMatch(/^__Host-komak-oneid-ticket=[\w-]{43}$/);
  const value = ticket.split('=')[1] ?? '-';
  expect((await done.text()) + done.headers.get('location')).not.toContain(value);
  const session = await fetch(`${server.url}/api/uz/oneid/session`, { method: 'POST', headers: { cookie: ticket } });
  const text = await session.text();
  expect([session.status, text.includes('"token"'), text.includes(value)]).toEqual([200, true, false]);
}); // prettier-ignore
