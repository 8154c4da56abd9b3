import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

let dist: string;
let server: TestServer;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'komak-dist-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__"><p>page</p>');
  await writeFile(join(dist, 'assets/app-1.js'), 'plain');
  await writeFile(join(dist, 'assets/app-1.js.br'), 'small');
  await writeFile(join(dist, '.stamp'), 'hidden');
  server = await testServer({ plugins: [], dist, deployment: { tileHosts: ['tiles.example.uz'] } });
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
});

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { accept: 'text/html', ...headers } });

test.each(['/', '/index.html', '/applications/7/info'])(
  '%s is the page, with a nonce of its own',
  async (path) => {
    const [first, second] = [await open(path), await open(path)];
    const nonce = /nonce="([^"]+)"/.exec(await first.text())?.[1] ?? '';
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('https://tiles.example.uz');
    expect(second.headers.get('content-security-policy')).not.toBe(policy);
    expect(first.headers.get('cache-control')).toBe('no-cache');
  },
);

test('what has a hash in its name is kept for ever, and comes small', async () => {
  const response = await open('/assets/app-1.js', { 'accept-encoding': 'br' });
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['/assets/none.js', '/api/nothing', '/locales/uz/none.json', '/nothing.png'])(
  '%s is not the page',
  async (path) => {
    const response = await open(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('json');
  },
);

test('hidden files stay hidden', async () => {
  const response = await open('/.stamp');
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).not.toContain('hidden');
});
