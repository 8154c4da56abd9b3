import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { manifests } from '../../architecture/manifests.ts';

const site = 'https://sayt.example.uz';
const own = 'https://komak.example.uz';

let dist: string;
let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'komak-asvs-'));
  await mkdir(join(dist, 'assets'));
  await mkdir(join(dist, 'widgets'));
  await mkdir(join(dist, '.git'));
  await writeFile(join(dist, 'index.html'), '<p nonce="__CSP_NONCE__">page</p>');
  await writeFile(join(dist, 'assets/app-1.js'), 'export {};');
  await writeFile(join(dist, 'assets/app-1.css'), 'p { color: red }');
  await writeFile(join(dist, 'widgets/komak-chat.js'), 'export {};');
  await writeFile(
    join(dist, 'widgets/komak-chat.html'),
    '<p data-pass="__EMBED_TOKEN__" data-key="__DRAFT_KEY__">chat</p>',
  );
  await writeFile(join(dist, '.git/config'), '[core]');
  server = await testServer({
    plugins: [...manifests.map(({ id }) => id), samplePlugin],
    dist,
    publicUrl: own,
    metricsToken: 'token-of-metrics',
    deployment: { allowedOrigins: [site] },
  });
  chief = await server.signIn({ role: 'super_admin', permissions: ['note_add', 'audit_read'] });
});
afterAll(async () => {
  await server?.close();
  await rm(dist, { recursive: true });
});

const pages = [
  '/',
  '/login',
  '/applications/1',
  `/widgets/komak-chat.html?site=${encodeURIComponent(site)}`,
  '/api/docs/',
];
const documents = [
  '/locales/uz/kernel.json',
  '/locales/uz.json',
  '/health/live',
  '/health/ready',
  '/api/docs/openapi.json',
  '/widgets/tiles.json',
];
const files = ['/assets/app-1.js', '/assets/app-1.css', '/widgets/komak-chat.js'];
const calls = ['/api/uz/plugins', '/api/uz/admins/admin', '/api/uz/sample/notes', '/api/uz/audit'];
const rejections = ['/api/uz/nothing', '/api/uz/%zz', '/api/uz/files/1', '/assets/none.js', '/locales/uz/none.json', '/widgets/none.html', '/metrics', '/basemaps/none.pmtiles', '/external/none/1/a.js']; // prettier-ignore

const request = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, {
    redirect: 'manual',
    ...init,
    headers: {
      authorization: chief.token ?? '',
      ...(pages.includes(path) ? { accept: 'text/html' } : {}),
      ...(init.headers as Record<string, string>),
    },
  });

/** Sends raw bytes, and reads until the server closes the connection. */
function sendRaw(text: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    let heard = '';
    socket.setEncoding('utf8').on('data', (part: string) => void (heard += part));
    socket.on('close', () => done(heard));
    socket.on('error', failed);
  });
}

test('every response has the isolation headers', async () => {
  const responses = new Map<string, Headers>();
  for (const path of [...pages, ...documents, ...files, ...calls, ...rejections]) {
    responses.set(path, (await request(path)).headers);
  }
  responses.set('a preflight', (await request('/api/uz/plugins', { method: 'OPTIONS', headers: { origin: site, 'access-control-request-method': 'GET' } })).headers); // prettier-ignore
  responses.set('a socket that polls', (await request('/socket.io/?EIO=4&transport=polling')).headers);
  responses.set('another method', (await request('/api/uz/plugins', { method: 'DELETE' })).headers);
  const broken = await sendRaw('GET / HTTP/1.1\r\nHost: a\r\nbroken header\r\n\r\n');
  responses.set('a broken request', new Headers(broken.split('\r\n\r\n')[0]?.split('\r\n').slice(1).map((line) => line.split(': ', 2) as [string, string]))); // prettier-ignore
  const lacking = [...responses].flatMap(([name, headers]) => {
    const wrong = [
      headers.get('x-content-type-options') === 'nosniff' || 'x-content-type-options',
      /^max-age=(3153\d{4}|[4-9]\d{7,}); includeSubDomains/.test(
        headers.get('strict-transport-security') ?? '',
      ) || 'strict-transport-security',
      /^(same-origin|no-referrer)$/.test(headers.get('referrer-policy') ?? '') || 'referrer-policy',
      headers.get('cross-origin-opener-policy') === 'same-origin' || 'cross-origin-opener-policy',
      /frame-ancestors ('none'|'self'|https:\/\/sayt\.example\.uz)(;|$)/.test(
        headers.get('content-security-policy') ?? '',
      ) || 'frame-ancestors',
    ].filter((one) => one !== true);
    return wrong.length > 0 ? [`${name}: ${wrong.join()}`] : [];
  });
  expect(lacking).toEqual([]);
});

test('the policy of a page names its sources, and forbids plugins, bases and framing', async () => {
  for (const path of pages) {
    const policy = (await request(path)).headers.get('content-security-policy') ?? '';
    expect(policy, path).toMatch(/object-src 'none'|default-src 'none'/);
    expect(policy, path).toContain("base-uri 'none'");
    expect(policy, path).toMatch(/script-src [^;]*('nonce-|'self')/);
    expect(policy.match(/script-src[^;]*/)?.[0], path).not.toContain('unsafe');
  }
});

test('a response declares its content type and charset', async () => {
  for (const path of [...pages, ...documents, ...files, ...calls, ...rejections]) {
    const { headers } = await request(path);
    const type = headers.get('content-type') ?? '';
    expect(type, path).not.toBe('');
    if (/^text\/|json|javascript|yaml/.test(type)) expect(type, path).toMatch(/charset=utf-8/i);
  }
});

test('responses with personal data are stored by no cache and no browser', async () => {
  for (const path of [...calls, '/api/uz/nothing', '/api/uz/files/1', '/metrics', '/health/ready']) {
    expect((await request(path)).headers.get('cache-control'), path).toContain('no-store');
  }
  // A missing file returns no page that a cache could store under its name.
  for (const path of ['/assets/none.js', '/api/uz/admins/admin/x.css', '/api/uz/admins/admin.css']) {
    const response = await request(path);
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test('reveals nothing about the software of the server', async () => {
  for (const path of [...pages, ...documents, ...calls, ...rejections]) {
    const { headers } = await request(path);
    expect([headers.get('server'), headers.get('x-powered-by')], path).toEqual([null, null]);
  }
  expect(await sendRaw('broken\r\n\r\n')).not.toMatch(/node|fastify|express/i);
});

test('lists no folder, and serves only built files', async () => {
  for (const path of ['/assets/', '/assets', '/widgets/', '/locales/', '/locales/uz/', '/external/', '/basemaps/']) {
    const text = await (await request(path)).text();
    expect(text, path).not.toMatch(/app-1|komak-chat|kernel\.json/);
  }
  for (const path of ['/.git/config', '/.git/', '/.env', '/package.json', '/deployment.json', '/kernel/app/server/main.ts']) {
    const response = await request(path);
    expect(await response.text(), path).not.toMatch(/\[core\]|"name"|import /);
  }
}); // prettier-ignore

test('accepts only the methods of its calls, and echoes none', async () => {
  const heard = await sendRaw('TRACE / HTTP/1.1\r\nHost: a\r\nX-Secret: sir\r\nConnection: close\r\n\r\n');
  expect(heard).toMatch(/^HTTP\/1\.1 (400|404|405|501)/);
  expect(heard).not.toContain('sir');
  for (const method of ['TRACE', 'PATCH', 'PROPFIND', 'LOCK', 'CONNECT']) {
    const response = await sendRaw(`${method} /api/uz/sample/notes HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(response, method).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
  }
}); // prettier-ignore

test('no response can be loaded as a script by another page', async () => {
  for (const query of ['callback', 'jsonp', 'cb']) {
    const response = await request(`/api/uz/plugins?${query}=take`);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.text()).not.toMatch(/^\W*take/);
  }
  const script = await (await request('/assets/app-1.js')).text();
  expect(script).toBe('export {};');
});

test('metrics require the token', async () => {
  expect((await request('/metrics')).status).toBe(404);
  const response = await request('/metrics', { headers: { authorization: 'Bearer token-of-metrics' } });
  expect([response.status, (await response.text()).includes('http_requests_total')]).toEqual([200, true]);
});

test('a public call accepts only JSON or a form, so that no simple request of another site works', async () => {
  const changes = server.services.plugins.loaded.flatMap(({ module }) =>
    (module.routes ?? []).filter(({ method, access }) => method !== 'GET' && access.rule === 'anyone'),
  );
  expect(changes.length).toBeGreaterThan(3);
  for (const { path, method } of changes) {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const response = await fetch(`${server.url}/api/uz/${path.replaceAll(/:\w+/g, '1')}`, {
        method,
        headers: { 'content-type': type, origin: 'https://evil.example' },
        body: JSON.stringify({ login: 'superadmin', password: 'x' }),
      });
      expect(response.status, `${method} ${path} ${type}`).toBeGreaterThanOrEqual(400);
      expect(response.status, `${method} ${path} ${type}`).toBeLessThan(500);
    }
  }
});
