import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { anyone, fail } from '#kernel/contract/index.ts';
import { route } from '#kernel/server/api/index.ts';
import { Download, downloadSchema } from '#kernel/server/http/responses/raw-responses.ts';
import { pluginWith, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type ApiClient, type TestServer } from '#kernel/testing/server.ts';
import {
  startTraceCollector,
  type CollectedSpan,
  type TraceCollector,
} from '#kernel/testing/trace-collector.ts';

const canary = 'Kanarijeva 31204851';
const responseSchema = z.object({});
/** The number of parts of a file that no buffer between server and reader can hold. */
const fileParts = 80;
let collector: TraceCollector;
let server: TestServer;
let node: TestServer;
let admin: ApiClient;
/** A service on another host, which records the received headers. */
let foreignUrl: string;
/** An address at which nothing listens. */
let closedUrl: string;
const foreignHeaders: string[] = [];
const foreign = createServer((request, response) => {
  foreignHeaders.push(...Object.keys(request.headers));
  response.writeHead(request.url === '/missing' ? 404 : 200).end();
});

const failingPlugin = pluginWith('trouble', {
  start: (context) => context.every('beat', 20, () => Promise.reject(new RangeError(canary))),
  routes: [
    route({
      method: 'GET',
      path: 'trouble/statement',
      summary: 'A statement fails with a value in its error',
      access: anyone,
      response: responseSchema,
      handle: async ({ context }) => {
        await sql`select ${canary}::text::int`.execute(context.database);
        return {};
      },
    }),
    route({
      method: 'GET',
      path: 'trouble/refusal/:name',
      summary: 'Refuses',
      access: anyone,
      params: z.object({ name: z.string() }),
      response: responseSchema,
      handle: () => {
        throw fail('conflict');
      },
    }),
    route({
      method: 'GET',
      path: 'trouble/file',
      summary: 'Sends a file that is made as it is read',
      access: anyone,
      response: downloadSchema('text/plain'),
      handle: ({ context }) => {
        async function* parts(): AsyncGenerator<Buffer> {
          for (let part = 0; part < fileParts; part++) {
            await sql`select from pg_am limit 1`.execute(context.database);
            yield Buffer.alloc(256 * 1024, 'a');
          }
        }
        return new Download({ name: 'a.txt', mimetype: 'text/plain', stream: Readable.from(parts()) });
      },
    }),
    route({
      method: 'GET',
      path: 'trouble/call',
      summary: 'Calls another host',
      access: anyone,
      response: responseSchema,
      handle: async () => {
        await (await fetch(`${foreignUrl}/?name=${encodeURIComponent(canary)}`)).text();
        await (await fetch(`${foreignUrl}/missing`)).text();
        await fetch(closedUrl).catch(() => null);
        return {};
      },
    }),
  ],
});

beforeAll(async () => {
  collector = await startTraceCollector();
  const options = { plugins: [samplePlugin, failingPlugin], traces: collector.plan };
  server = await testServer(options);
  node = await testServer({ ...options, databaseUrl: server.databaseUrl });
  admin = await server.signIn({ role: 'super_admin' });
  foreignUrl = await listen(foreign);
  const closed = createServer();
  closedUrl = await listen(closed);
  await new Promise((done) => closed.close(done));
});
async function listen(listener: Server): Promise<string> {
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

afterAll(async () => {
  await node?.close();
  await server?.close();
  await collector?.close();
  foreign.closeAllConnections();
  foreign.close();
});

let traceId: string;
let spanId: string;
beforeEach(() => {
  traceId = randomBytes(16).toString('hex');
  spanId = randomBytes(8).toString('hex');
});

/** The header of a browser that started the trace of this test. */
const traced = (flags = '01') => ({ headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } });

const collectedInTrace = (): CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);

async function findSpan(name: string): Promise<CollectedSpan> {
  return vi.waitFor(() => {
    const span = collectedInTrace().find((one) => one.name === name);
    if (!span) throw new Error(`no ${name} among ${collectedInTrace().map((one) => one.name)}`);
    return span;
  });
}

const namesOf = (spans: readonly CollectedSpan[]): string[] => spans.map(({ name }) => name);

test('a change is a child of the span that the browser began, with its statements and deliveries as children', async () => {
  const { status } = await admin.post('sample/notes', { text: canary }, traced());
  expect(status).toBe(201);
  const call = await findSpan('POST /api/uz/sample/notes');
  expect(call).toMatchObject({ parentSpanId: spanId, kind: 2, status: { code: 0 } });
  expect(call.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/uz/sample/notes',
    'http.response.status_code': 201,
    'komak.plugin': 'sample',
  });
  const children = collector.childrenOf(call);
  expect(namesOf(children)).toEqual(expect.arrayContaining(['begin', 'insert sample_notes', 'commit']));
  const insert = children.find(({ name }) => name === 'insert sample_notes');
  expect(insert).toMatchObject({ kind: 3, status: { code: 0 } });
  expect(insert?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.query.summary': 'insert sample_notes',
  });
  for (const child of children.filter(({ kind }) => kind === 3)) {
    expect(child.startTimeUnixNano, child.name).toBeGreaterThanOrEqual(call.startTimeUnixNano);
    expect(child.endTimeUnixNano, child.name).toBeGreaterThanOrEqual(child.startTimeUnixNano);
  }
  // On this node, and on the other one, to which the event was sent.
  const deliveries = await vi.waitFor(() => {
    const found = collector.childrenOf(call).filter(({ name }) => name === 'deliver note_receive');
    expect(found).toHaveLength(2);
    return found;
  });
  expect(new Set(deliveries.map(({ resource }) => resource['service.instance.id'])).size).toBe(2);
  expect(deliveries[0]?.resource).toMatchObject({ 'service.name': 'komak' });
});

test('records a statement that is not awaited once, with its time', async () => {
  await admin.post('sample/notes', { text: 'twice' }, traced());
  const call = await findSpan('POST /api/uz/sample/notes');
  const audits = collector.childrenOf(call).filter(({ name }) => name.startsWith('insert audit'));
  expect(namesOf(audits)).toHaveLength(1);
  expect(audits[0]?.endTimeUnixNano).toBeGreaterThan(audits[0]?.startTimeUnixNano ?? 0n);
});

test('attributes the statements of concurrent calls to their own call', async () => {
  const traces = Array.from({ length: 20 }, () => randomBytes(16).toString('hex'));
  await Promise.all(
    traces.map((id) =>
      admin.post(
        'sample/notes',
        { text: id.slice(0, 20) },
        { headers: { traceparent: `00-${id}-${spanId}-01` } },
      ),
    ),
  );
  await vi.waitFor(() => {
    for (const id of traces) {
      const spans = collector.spans.filter((span) => span.traceId === id);
      const [call, ...others] = spans.filter(({ name }) => name === 'POST /api/uz/sample/notes');
      expect(others).toEqual([]);
      expect(call).toBeDefined();
      const inserts = spans.filter(({ name }) => name === 'insert sample_notes');
      expect(inserts.map(({ parentSpanId }) => parentSpanId)).toEqual([call?.spanId]);
    }
  });
});

test('a slow body does not lose the span', async () => {
  const body = JSON.stringify({ text: 'slow' });
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(body.slice(0, 5));
    await sleep(100);
    yield Buffer.from(body.slice(5));
  }
  // The types of the browser's `fetch` lack `duplex`.
  const init = {
    method: 'POST',
    headers: {
      ...traced().headers,
      authorization: admin.token ?? '',
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
    body: Readable.toWeb(Readable.from(parts())) as ReadableStream,
    duplex: 'half',
  };
  const response = await fetch(`${server.url}/api/uz/sample/notes`, init);
  expect(response.status).toBe(201);
  const call = await findSpan('POST /api/uz/sample/notes');
  expect(namesOf(collector.childrenOf(call))).toContain('insert sample_notes');
});

test('a failed statement is marked by its code, and the call by that of its error', async () => {
  expect((await admin.get('trouble/statement', traced())).status).toBe(500);
  const call = await findSpan('GET /api/uz/trouble/statement');
  expect(call.status.code).toBe(2);
  expect(call.attributes).toMatchObject({ 'error.type': 'internal', 'komak.error': 'internal' });
  const failed = collector.childrenOf(call).filter(({ status }) => status.code === 2);
  expect(failed.map(({ attributes }) => attributes['error.type'])).toEqual(['22P02']);
});

test('a rejected call is not a server failure', async () => {
  await admin.get(`trouble/refusal/${encodeURIComponent(canary)}`, traced());
  const call = await findSpan('GET /api/uz/trouble/refusal/:name');
  expect(call.status.code).toBe(0);
  expect(call.attributes).toMatchObject({ 'http.response.status_code': 409, 'komak.error': 'conflict' });
});

test('an unknown address is not in its span', async () => {
  await admin.get(`nowhere/${encodeURIComponent(canary)}?q=${encodeURIComponent(canary)}`, traced());
  const call = await findSpan('GET /api/uz/*');
  expect(call.attributes['http.response.status_code']).toBe(404);
});

test('calls of other hosts are spans by host, without trace headers', async () => {
  await admin.get('trouble/call', traced());
  const call = await findSpan('GET /api/uz/trouble/call');
  const { host } = new URL(foreignUrl);
  const outgoing = await vi.waitFor(() => {
    const found = collector.childrenOf(call).filter(({ kind }) => kind === 3);
    expect(found).toHaveLength(3);
    return found;
  });
  expect(namesOf(outgoing)).toEqual([`GET ${host}`, `GET ${host}`, `GET ${new URL(closedUrl).host}`]);
  expect(outgoing.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
    200,
    404,
    undefined,
  ]);
  expect(outgoing.map(({ status }) => status.code)).toEqual([0, 2, 2]);
  expect(foreignHeaders).not.toContain('traceparent');
});

test('statements of a file that is still being read belong to its call', async () => {
  const { headers } = traced();
  const response = await fetch(`${server.url}/api/uz/trouble/file`, { headers });
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    // Reads more slowly than the server writes.
    await nextTick();
  }
  expect(size).toBe(fileParts * 256 * 1024);
  const call = await findSpan('GET /api/uz/trouble/file');
  // Besides these statements, tests set the role of the plugin.
  const selects = collector.childrenOf(call).filter(({ name }) => name === 'select pg_am');
  expect(selects).toHaveLength(fileParts);
});

test('each run of a job is a trace, marked where it fails', async () => {
  const job = await vi.waitFor(() => {
    const found = collector.spans.find(({ name }) => name === 'job trouble.beat');
    expect(found).toBeDefined();
    return found;
  });
  expect(job).toMatchObject({ parentSpanId: '', status: { code: 2 } });
  expect(job?.attributes).toEqual({ 'error.type': 'RangeError' });
  const seal = await vi.waitFor(
    () => {
      const found = collector.spans.find(({ name }) => name === 'job kernel.erasures');
      expect(found).toBeDefined();
      return found as CollectedSpan;
    },
    { timeout: 10_000 },
  );
  expect(collector.childrenOf(seal).length).toBeGreaterThan(0);
});

test('does not record a trace that the caller does not record', async () => {
  await admin.get('sample/notes', traced('00'));
  const [first] = [traceId];
  traceId = randomBytes(16).toString('hex');
  await admin.get('sample/notes', traced());
  await findSpan('GET /api/uz/sample/notes');
  expect(collector.spans.filter((span) => span.traceId === first)).toEqual([]);
});

test.each(['', 'x', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, 'ff-1-1-1', '00'.repeat(5000)])(
  'an invalid header begins a new trace: %#',
  async (traceparent) => {
    const before = collector.spans.length;
    expect((await admin.get('sample/notes', { headers: { traceparent } })).status).toBe(200);
    await vi.waitFor(() => {
      const call = collector.spans.slice(before).find(({ name }) => name === 'GET /api/uz/sample/notes');
      expect(call?.parentSpanId).toBe('');
    });
  },
);

describe('reports of browsers', () => {
  const click = () => ({
    traceId,
    spanId,
    target: 'button',
    page: 'sample.none',
    age: 900,
    duration: 500,
    calls: [{ spanId: '00000000000000ab', method: 'POST', status: 201, age: 880, duration: 400 }],
  });

  test('become spans around those of the call', async () => {
    expect((await admin.post('traces', { clicks: [click()] })).status).toBe(200);
    const span = await findSpan('click button');
    expect(span).toMatchObject({ spanId, parentSpanId: '', kind: 1, attributes: {} });
    expect(span.endTimeUnixNano - span.startTimeUnixNano).toBe(500_000_000n);
    const [call, ...others] = collector.childrenOf(span);
    expect(others).toEqual([]);
    expect(call).toMatchObject({ name: 'POST', spanId: '00000000000000ab', kind: 3, status: { code: 0 } });
    expect((call?.startTimeUnixNano ?? 0n) - span.startTimeUnixNano).toBe(20_000_000n);
  });

  test('require a session and a fixed schema', async () => {
    expect((await server.api().post('traces', { clicks: [click()] })).status).toBe(401);
    for (const wrong of [
      { ...click(), page: 7 },
      { ...click(), target: canary },
      { ...click(), name: canary },
      { ...click(), traceId: '0'.repeat(32) },
      { ...click(), age: -1 },
      { ...click(), calls: [] },
    ]) {
      const { status } = await admin.post('traces', { clicks: [wrong] });
      expect(status, JSON.stringify(wrong)).toBe(422);
    }
    expect((await admin.post('traces', { clicks: [] })).status).toBe(422);
  });

  test('reject a page that no plugin declares', async () => {
    await admin.post('traces', { clicks: [{ ...click(), page: canary }] });
    expect((await findSpan('click button')).attributes).toEqual({});
  });

  test('are limited to the rate of one person', async () => {
    const client = await server.signIn();
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => client.post('traces', { clicks: [click()] })),
    );
    expect(responses.some(({ status }) => status === 429)).toBe(true);
  });

  test('are requested in the announcement', async () => {
    expect((await server.api().get('plugins')).body).toMatchObject({ traces: { share: 1 } });
  });
});

test('no span contains personal data', () => {
  const text = collector.texts.join('\n');
  expect(text).toContain('insert sample_notes');
  for (const part of canary.split(' ')) expect(text).not.toContain(part);
});
