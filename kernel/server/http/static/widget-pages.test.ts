import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { anyone, definePlugin } from '#kernel/contract/index.ts';
import { defineServer, route } from '#kernel/server/api/index.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const site = 'https://www.example.uz';

const where = route({
  method: 'POST',
  path: 'helper',
  summary: 'From which site it is asked',
  access: anyone,
  embedded: true,
  body: z.strictObject({}),
  response: z.object({ site: z.string().nullable() }),
  handle: (call) => ({ site: call.site }),
});

const helper = defineServer(definePlugin({ id: 'helper', version: '1.0.0' }), {
  widgets: { 'komak-help': () => open, 'komak-own': () => open },
  widgetPages: { '/own': { widget: 'komak-own', title: 'kernel:search.title' } },
  routes: [where],
});

let open = true;
let dist: string;
let server: TestServer;
let without: TestServer;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'komak-dist-'));
  await mkdir(join(dist, 'widgets'));
  await writeFile(join(dist, 'index.html'), '<p>page</p>');
  await writeFile(join(dist, 'widgets/komak-help.html'), '<p data-pass="__EMBED_TOKEN__">panel</p>');
  await writeFile(join(dist, 'widgets/komak-help.js'), 'loader');
  await writeFile(
    join(dist, 'widgets/komak-own.html'),
    '<p data-pass="__EMBED_TOKEN__" data-key="__DRAFT_KEY__"></p>',
  );
  server = await testServer({ plugins: [helper], dist, deployment: { allowedOrigins: [`${site}/`] } });
  without = await testServer({ plugins: [], dist });
});
afterAll(async () => {
  await Promise.all([server.close(), without.close()]);
  await rm(dist, { recursive: true });
});

const page = (query: string, from = server) =>
  fetch(`${from.url}/widgets/komak-help.html?site=${encodeURIComponent(query)}`);

async function passOf(): Promise<string> {
  return /data-pass="([^"]+)"/.exec(await (await page(site)).text())?.[1] ?? '';
}

const request = (headers: Record<string, string>) =>
  fetch(`${server.url}/api/uz/helper`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });

test('the page of a widget has an opaque origin, and only the requesting site may frame it', async () => {
  const response = await page(site);
  expect(response.status).toBe(200);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`frame-ancestors ${site};`);
  expect(policy).toMatch(
    /; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads$/,
  );
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain("default-src 'none'");
  expect(response.headers.get('x-frame-options')).toBeNull();
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each(['', 'https://evil.example', `${site}/`, 'null', '*', "https://x'; script-src *"])(
  'rejects a site that is not listed: %s',
  async (other) => expect((await page(other)).status).toBe(403),
);

test('a widget is disabled with its plugin', async () => {
  const script = await fetch(`${server.url}/widgets/komak-help.js`);
  expect(await script.text()).toBe('loader');
  expect(script.headers.get('access-control-allow-origin')).toBe('*');
  expect((await page(site, without)).status).toBe(404);
  expect((await fetch(`${without.url}/widgets/komak-help.js`)).status).toBe(404);
});

test('a plugin may reject its widget to sites', async () => {
  open = false;
  expect((await page(site)).status).toBe(403);
  open = true;
  expect((await page(site)).status).toBe(200);
});

test("identifies the site of a call by the page's token or by its origin", async () => {
  const pass = await passOf();
  expect(await (await request({ origin: 'null', 'x-komak-site': pass })).json()).toEqual({ site });
  expect(await (await request({ origin: 'https://other.uz' })).json()).toEqual({ site: null });
  expect(await (await request({ origin: site })).json()).toEqual({ site });
  expect(await (await request({ origin: server.url })).json()).toEqual({ site: null });
  expect(await (await request({ origin: 'null' })).json()).toEqual({ site: null });
  expect((await request({ 'x-komak-site': `${pass}x` })).status).toBe(403);
});

test('a page without an origin may call and read the response, also a rejection', async () => {
  const preflight = await fetch(`${server.url}/api/uz/helper`, {
    method: 'OPTIONS',
    headers: { origin: 'null', 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-komak-site');
  for (const response of [
    await request({ origin: 'null' }),
    await request({ origin: 'null', 'x-komak-site': 'no' }),
  ]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  }
  const other = await fetch(`${server.url}/api/uz/plugins`, { headers: { origin: 'null' } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

test('our own page shows a single widget in both languages, and no other site may frame it', async () => {
  const html = { accept: 'text/html', 'accept-language': 'ru' };
  const response = await fetch(`${server.url}/own`, { headers: html });
  expect(response.headers.get('content-security-policy')).toMatch(
    /script-src 'self'.*frame-ancestors 'none'/,
  );
  const body = await response.text();
  expect(body).toContain('<komak-own lang="ru" theme="auto"></komak-own>');
  expect(await (await fetch(`${server.url}/own?lang=uz`, { headers: html })).text()).toContain(
    '<html lang="uz">',
  );
  open = false;
  expect(await (await fetch(`${server.url}/own`, { headers: html })).text()).toBe('<p>page</p>');
  open = true;
});

test('our own origin may embed only the widget that has such a page', async () => {
  const ownPage = (widget: string) =>
    fetch(`${server.url}/widgets/${widget}.html?site=${encodeURIComponent(server.url)}`);
  expect((await ownPage('komak-help')).status).toBe(403);
  const response = await ownPage('komak-own');
  expect(response.headers.get('content-security-policy')).toContain(`frame-ancestors ${server.url};`);
  const [, pass = '', key] = /data-pass="([^"]+)" data-key="([^"]+)"/.exec(await response.text()) ?? [];
  expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(32);
  expect(await (await request({ 'x-komak-site': pass })).json()).toEqual({ site: server.url });
});

test("the key of drafts belongs to one browser; neither the site's server nor another visitor has it", async () => {
  const read = async (cookie = '') => {
    const address = `${server.url}/widgets/komak-own.html?site=${encodeURIComponent(site)}`;
    const response = await fetch(address, { headers: { cookie, origin: site } });
    const [, key = ''] = /data-key="([^"]+)"/.exec(await response.text()) ?? [];
    return { key, cookie: response.headers.get('set-cookie') ?? '', headers: response.headers };
  };
  const first = await read();
  expect(first.cookie).toMatch(
    /^komak-draft=[\w-]{43}; Max-Age=86400; Path=\/widgets; HttpOnly; Secure; Partitioned; SameSite=None$/,
  );
  const [mine = ''] = first.cookie.split(';');
  expect((await read(mine)).key).toBe(first.key);
  expect((await read()).key).not.toBe(first.key);
  expect((await read('komak-draft=x')).key).not.toBe(first.key);
  // The site's page must not be able to read the widget's page with the user's cookies.
  expect(first.headers.get('access-control-allow-credentials')).toBeNull();
});
