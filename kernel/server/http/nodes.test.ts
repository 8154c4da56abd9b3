import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startObjectStore, type TestObjectStore } from '#kernel/testing/object-store.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const metricsToken = 'a token of this test';
let folder: string;
let bucket: TestObjectStore;
/** Two nodes of different versions. */
let older: TestServer;
let newer: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-dist-'));
  bucket = await startObjectStore();
  const objectStore = bucket.address;
  const dists = await Promise.all(['older', 'newer'].map((version) => madeDist(version)));
  older = await testServer({ plugins: [], objectStore, metricsToken, dist: dists[0] ?? null });
  newer = await testServer({
    plugins: [],
    objectStore,
    dist: dists[1] ?? null,
    databaseUrl: older.databaseUrl,
  });
});
afterAll(async () => {
  await newer.close();
  await older.close();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a front end of one file, with a compressed copy. */
async function madeDist(version: string): Promise<string> {
  const dist = join(folder, version);
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), `<script src="/assets/page-${version}.js"></script>`);
  await writeFile(join(dist, 'assets', `page-${version}.js`), `say('${version}')`);
  await writeFile(join(dist, 'assets', `page-${version}.js.br`), `compressed ${version}`);
  return dist;
}

function request(server: TestServer, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.url + path, { headers: { 'accept-encoding': 'identity', ...headers } });
}

test('a page of one version loads its assets from a node of the other', async () => {
  for (const [server, version] of [
    [older, 'newer'],
    [newer, 'older'],
  ] as const) {
    const response = await request(server, `/assets/page-${version}.js`);
    expect([response.status, await response.text()]).toEqual([200, `say('${version}')`]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  }
});

test.each([
  ['/assets/page-none.js', 404],
  ['/assets/../secret.js', 404],
  ['/assets/%2e%2e%2fstored', 400],
])('rejects an asset that no version has: %s', async (path, status) => {
  expect((await request(older, path)).status).toBe(status);
});

test('one node stores a file and another serves it', async () => {
  const received = await older.services.files.receive({
    stream: Readable.from([pdf('a text')], { objectMode: false }),
    name: 'a.pdf',
    mimetype: 'application/pdf',
    maxBytes: 100_000,
  });
  const [stored] = await older.database
    .transaction()
    .execute((transaction) => older.services.files.keep([received], 1, transaction));
  const opened = await newer.services.files.open(stored?.id ?? 0);
  expect(opened).toMatchObject({ name: 'a.pdf', size: received.size });
  opened?.stream.destroy();
});

test('shows metrics to a client with the token only', async () => {
  expect((await request(newer, '/metrics')).status).toBe(404);
  expect((await request(older, '/metrics')).status).toBe(404);
  expect((await request(older, '/metrics', { authorization: 'Bearer another' })).status).toBe(404);
  const response = await request(older, '/metrics', { authorization: `Bearer ${metricsToken}` });
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const metrics = new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  expect(metrics.get('komak_notifications_connected')).toBe(1);
  expect(metrics.get('komak_sockets')).toBe(0);
  expect(metrics.get('komak_plugins_quarantined')).toBe(0);
  expect(metrics.get('http_requests_total{plugin="kernel",route="/metrics",method="GET",status="404"}')).toBe(
    2,
  );
  expect(
    metrics.get(
      'http_request_duration_seconds_count{plugin="kernel",route="/metrics",method="GET",status="404"}',
    ),
  ).toBe(2);
  for (const value of metrics.values()) expect(value).toBeGreaterThanOrEqual(0);
});

test('a node that shuts down is not ready, and still responds', async () => {
  const before = await request(newer, '/health/ready');
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
  newer.announceStop();
  const response = await request(newer, '/health/ready');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await request(newer, '/health/live')).status).toBe(200);
  const last = await request(newer, '/api/uz/plugins');
  // A client with a persistent connection reconnects elsewhere for its next call.
  expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
});
