import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const deployment = {
  tiles: [
    { id: 'osm', url: 'https://{s}.tiles.example.com/{z}/{x}/{y}.png' },
    { id: 'city', url: 'pmtiles://https://archive.example.com/city.pmtiles' },
    { id: 'own', url: '/tiles/{z}/{x}/{y}.png' },
  ],
  tileHosts: ['tiles.example.uz'],
};

let dist: string;
let server: TestServer;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'komak-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__"><p>page</p>');
  await writeFile(join(dist, 'assets/app-1.js'), 'plain');
  await writeFile(join(dist, 'assets/app-1.js.br'), 'small');
  await mkdir(join(dist, 'widgets/assets'), { recursive: true });
  await writeFile(join(dist, 'widgets/komak-map.js'), 'widget');
  await writeFile(join(dist, 'widgets/assets/part-1.js'), 'part');
  await writeFile(join(dist, '.stamp'), 'hidden');
  server = await testServer({ plugins: [], dist, deployment });
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { accept: 'text/html', ...headers } });

test.each(['/', '/index.html', '/applications/7/info'])(
  '%s is the page, with its own nonce',
  async (path) => {
    const [first, second] = [await open(path), await open(path)];
    const nonce = /nonce="([^"]+)"/.exec(await first.text())?.[1] ?? '';
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('https://tiles.example.uz');
    expect(second.headers.get('content-security-policy')).not.toBe(policy);
    expect(first.headers.get('cache-control')).toBe('no-cache');
  },
);

test('a file with a hash in its name is cached for ever, and compressed', async () => {
  const response = await open('/assets/app-1.js', { 'accept-encoding': 'br' });
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('maps may load from the hosts of their tiles only', async () => {
  const policy = (await open('/')).headers.get('content-security-policy') ?? '';
  const hosts = 'https://*.tiles.example.com https://archive.example.com https://tiles.example.uz';
  expect(policy).toContain(`img-src 'self' blob: data: ${hosts};`);
  expect(policy).toMatch(
    new RegExp(`connect-src 'self' ws://[^;]+ ${hosts.replaceAll(/[.*]/g, String.raw`\$&`)};`),
  );
  expect(policy).toContain("worker-src 'self' blob:;");
});

test('a widget can be loaded by every site, and a newer one replaces it', async () => {
  const script = await open('/widgets/komak-map.js', { origin: 'https://example.org' });
  expect(script.headers.get('access-control-allow-origin')).toBe('*');
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(script.headers.get('cache-control')).toContain('max-age=86400');
  const etag = script.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  expect(
    (await open('/widgets/komak-map.js', { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status,
  ).toBe(304);

  const part = await open('/widgets/assets/part-1.js');
  expect(part.headers.get('access-control-allow-origin')).toBe('*');
  expect(part.headers.get('cache-control')).toContain('immutable');
  expect((await open('/assets/app-1.js')).headers.get('access-control-allow-origin')).toBeNull();
});

test("a widget on every site may load this installation's basemap source", async () => {
  const list = await open('/widgets/tiles.json', { origin: 'https://example.org' });
  expect(list.headers.get('access-control-allow-origin')).toBe('*');
  expect(await list.json()).toEqual(deployment.tiles);
});

test.each(['/widgets/none.js', '/assets/none.js', '/api/nothing', '/locales/uz/none.json', '/nothing.png'])(
  '%s is not the page',
  async (path) => {
    const response = await open(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('json');
  },
);

test('does not serve hidden files', async () => {
  const response = await open('/.stamp');
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).not.toContain('hidden');
});
