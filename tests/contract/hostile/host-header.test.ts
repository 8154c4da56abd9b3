import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { identityClient } from '#kernel/testing/identity-service.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const own = 'https://komak.example.uz';

let dist: string;
let server: TestServer;

beforeAll(async () => {
  vi.stubEnv('KOMAK_ONEID_SECRET', identityClient.clientSecret);
  dist = await mkdtemp(join(tmpdir(), 'komak-dist-'));
  await mkdir(join(dist, 'widgets'));
  await writeFile(join(dist, 'widgets/komak-chat.html'), '<p>__EMBED_TOKEN__</p>');
  await writeFile(join(dist, 'index.html'), '<p nonce="__CSP_NONCE__">page</p>');
  const { clientId, scope } = identityClient;
  server = await testServer({
    plugins: ['one_id', 'chat'],
    publicUrl: own,
    dist,
    deployment: { allowedOrigins: ['https://sayt.example.uz'], trustProxy: ['127.0.0.1/32'] },
    config: { one_id: { address: 'http://127.0.0.1:9/sso', clientId, scope } },
  });
});
afterAll(async () => {
  await server.close();
  await rm(dist, { recursive: true });
  vi.unstubAllEnvs();
});

/** Requests a path with a foreign host name. */
function request(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    get(server.url + path, { headers: { ...forged, ...headers } }, (response) => {
      response.resume();
      resolve(response);
    }).on('error', reject);
  });
}

test('builds no absolute address from the host of a request', async () => {
  const started = await request('/api/uz/oneid');
  const location = new URL(started.headers.location ?? '');
  expect(location.searchParams.get('redirect_uri')).toBe(`${own}/api/uz/oneid/callback`);
  expect(started.headers['set-cookie']?.join()).toContain('Secure');
  for (const path of ['/', '/widgets/komak-chat.html?site=https%3A%2F%2Fsayt.example.uz', '/api/docs']) {
    const { headers, statusCode } = await request(path, { accept: 'text/html' });
    // The documentation's page is a folder.
    expect(statusCode, path).toBe(path === '/api/docs' ? 301 : 200);
    expect(JSON.stringify(headers), path).not.toContain('evil');
  }
});

test('a page of another host opens no socket, with any host header', async () => {
  const open = (origin: string) => request('/socket.io/?EIO=4&transport=polling', { origin });
  expect((await open('http://evil.example')).statusCode).toBe(403);
  expect((await open(own)).statusCode).toBe(200);
});
