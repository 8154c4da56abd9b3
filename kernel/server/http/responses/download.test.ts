import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { signedIn } from '#kernel/contract/index.ts';
import { route } from '#kernel/server/api/index.ts';
import { pluginWith } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import { Download, downloadSchema } from './raw-responses.ts';
import { CachedResponse, cachedResponseSchema } from './cached-response.ts';

let server: TestServer;
let admin: ApiClient;
let made = 0;
let isOver = false;

async function* lines(count: number): AsyncGenerator<string> {
  try {
    for (let line = 0; line < count; line++) {
      made++;
      yield `${String(line)} ${'x'.repeat(1000)}\n`;
    }
  } finally {
    isOver = true;
  }
}

const sheet = route({
  method: 'GET',
  path: 'made/sheet',
  summary: 'A file made while it is sent',
  access: signedIn,
  query: z.strictObject({ count: z.coerce.number().int(), fail: z.literal('true').optional() }),
  response: downloadSchema('text/csv; charset=utf-8'),
  handle({ query }) {
    made = 0;
    isOver = false;
    async function* rows(): AsyncGenerator<string> {
      yield* lines(query.count);
      if (query.fail) throw new Error('on purpose');
    }
    return new Download({
      name: 'Xonadonlar «1».csv',
      mimetype: 'text/csv; charset=utf-8',
      stream: Readable.from(rows()),
      total: query.count,
    });
  },
});

/** The response of the route that sends another type than it declares. */
let undeclared: Readable | undefined;

const other = route({
  method: 'GET',
  path: 'made/other',
  summary: 'A file of another type than it says',
  access: signedIn,
  response: downloadSchema('text/csv; charset=utf-8'),
  handle() {
    undeclared = Readable.from(lines(10));
    return new Download({ name: 'a.txt', mimetype: 'text/plain', stream: undeclared });
  },
});

const cachedFile = route({
  method: 'GET',
  path: 'made/kept',
  summary: 'What was made before',
  access: signedIn,
  query: z.strictObject({ type: z.string() }),
  response: cachedResponseSchema(z.object({}), 'image/svg+xml'),
  handle: ({ query }) => CachedResponse.of(query.type, Buffer.from('{}')),
});

const weigh = route({
  method: 'POST',
  path: 'made/weigh',
  summary: 'Weighs files and keeps none',
  access: signedIn,
  body: z.strictObject({ note: z.string().default('') }),
  upload: { maxFiles: 1, maxBytes: 100_000, keep: false },
  transaction: false,
  response: z.object({ note: z.string(), files: z.array(z.object({ name: z.string(), size: z.int() })) }),
  handle: ({ body, uploads }) => ({
    note: body.note,
    files: uploads.map(({ name, bytes }) => ({ name, size: bytes.length })),
  }),
});

beforeAll(async () => {
  server = await testServer({ plugins: [pluginWith('made', { routes: [sheet, other, cachedFile, weigh] })] });
  admin = await server.signIn();
});
afterAll(() => server.close());

test('sends a whole file, with its name and the number of records', async () => {
  const { status, body, headers } = await admin.get<string>('made/sheet?count=300');
  expect(status).toBe(200);
  expect(body.trimEnd().split('\n')).toHaveLength(300);
  expect(headers.get('x-total-count')).toBe('300');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Xonadonlar__1_.csv"; filename*=UTF-8''${encodeURIComponent('Xonadonlar «1».csv')}`,
  );
  expect((await server.api().get('made/sheet?count=1')).status).toBe(401);
  expect((await admin.get('made/sheet?count=many')).status).toBe(422);
});

test('produces data at the speed of the reader, and none after the reader disconnects', async () => {
  const reading = new AbortController();
  const response = await fetch(`${server.url}/api/uz/made/sheet?count=200000`, {
    headers: { authorization: admin.token ?? '' },
    signal: reading.signal,
  });
  await response.body?.getReader().read();
  // Until the producer stops.
  for (let before = -1; before !== made;) {
    before = made;
    await sleep(200);
  }
  expect(made).toBeLessThan(100_000);
  reading.abort();
  await expect.poll(() => isOver).toBe(true);
  expect(made).toBeLessThan(100_000);
});

test('breaks off when the session of the reader ends', async () => {
  const { id } = await server.createAdmin();
  const { token, session } = await server.services.sessions.open(id, { address: '', userAgent: '' });
  const response = await fetch(`${server.url}/api/uz/made/sheet?count=200000`, {
    headers: { authorization: token },
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await server.services.sessions.end(session.id);
  await expect.poll(() => isOver).toBe(true);
  async function readToEnd(): Promise<void> {
    while (!(await reader?.read())?.done);
  }
  await expect(readToEnd()).rejects.toThrow();
  expect(made).toBeLessThan(100_000);
});

test('an aborted file does not look complete', async () => {
  await expect(admin.get('made/sheet?count=300&fail=true')).rejects.toThrow();
  expect((await server.api().get('/health/ready')).status).toBe(200);
});

test('rejects and closes a file whose type the route does not declare', async () => {
  expect((await admin.get('made/other')).status).toBe(500);
  expect(undeclared?.destroyed).toBe(true);
});

test.each([
  ['application/json', 200],
  ['application/json; charset=utf-8', 200],
  ['image/svg+xml', 200],
  ['text/plain', 500],
  ['application/json5', 500],
])('sends a prepared file with %s: %i', async (type, status) => {
  expect((await admin.get(`made/kept?type=${encodeURIComponent(type)}`)).status).toBe(status);
});

test('hands over temporary files, within their limits', async () => {
  const file = (size: number) => ({ name: '../a.csv', type: 'text/csv', content: 'x'.repeat(size) });
  const { status, body } = await admin.upload('made/weigh', { note: 'salom' }, [file(5000)]);
  expect(status).toBe(200);
  expect(body).toEqual({ note: 'salom', files: [{ name: 'a.csv', size: 5000 }] });
  expect((await admin.upload('made/weigh', {}, [file(100_001)])).status).toBe(413);
  expect((await admin.upload('made/weigh', {}, [file(1), file(2)])).status).toBe(413);
  expect((await admin.upload('made/weigh', { other: 1 }, [file(1)])).status).toBe(422);
});
