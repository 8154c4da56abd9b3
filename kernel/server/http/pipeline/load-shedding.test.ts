import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { anyone, signedIn } from '#kernel/contract/index.ts';
import { routesOf } from '#kernel/server/api/index.ts';
import type { ApiResponse, ApiClient } from '#kernel/testing/api.ts';
import { listenAs } from '#kernel/testing/sockets.ts';
import { pluginWith, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const response = z.object({ serial: z.int() });
const gates: (() => void)[] = [];
let requests = 0;

/** Calls that continue until the test ends them. */
async function pass(): Promise<z.input<typeof response>> {
  const serial = ++requests;
  await new Promise<void>((resolve) => gates.push(resolve));
  return { serial };
}
const route = routesOf(samplePlugin.manifest);
const call = { access: signedIn, path: 'gate', summary: 'Waits', response, handle: pass } as const;
const gatePlugin = pluginWith('gate', {
  routes: [
    route({ ...call, method: 'GET' }),
    route({ ...call, method: 'POST', body: z.strictObject({ text: z.string() }) }),
    route({ ...call, method: 'PUT', transaction: false }),
    route({ ...call, method: 'GET', path: 'gate/open', access: anyone }),
    route({
      ...call,
      method: 'POST',
      path: 'gate/sheets',
      upload: { maxFiles: 1, maxBytes: 100_000, keep: false },
      body: z.strictObject({}),
      transaction: false,
    }),
  ],
});

let server: TestServer;
let admin: ApiClient;
let russian: ApiClient;
/** Enough clients to take every slot, each with a call. */
let crowd: ApiClient[];

beforeAll(async () => {
  server = await testServer({ plugins: [gatePlugin, samplePlugin], metricsToken: 'a token of this test' });
  admin = await server.signIn({ login: 'runaway' });
  russian = await server.signIn({}, 'ru');
  crowd = await Promise.all(Array.from({ length: 40 }, () => server.signIn()));
});
afterAll(() => server.close());
afterEach(() => {
  for (const gate of gates.splice(0)) gate();
});

const shedding = () => server.services.loadShedding;

/** Ends all calls until none is running. */
async function openGates(): Promise<void> {
  await vi.waitFor(() => {
    for (const gate of gates.splice(0)) gate();
    expect(shedding().read.running + shedding().change.running).toBe(0);
  });
}

/** Fills every slot of a kind with calls of different admins, until one more call is queued or rejected. */
async function fill(kind: 'read' | 'change'): Promise<Promise<ApiResponse>[]> {
  const calls: Promise<ApiResponse>[] = [];
  const rejected = shedding()[kind].rejected;
  while (shedding()[kind].queued === 0 && shedding()[kind].rejected === rejected) {
    const begun = gates.length;
    const one = crowd[calls.length % crowd.length] ?? admin;
    calls.push(kind === 'read' ? one.get('gate') : one.post('gate', { text: 'x' }));
    await vi.waitFor(() =>
      expect(gates.length + shedding()[kind].queued + shedding()[kind].rejected - rejected).toBeGreaterThan(
        begun,
      ),
    );
  }
  return calls;
}

test('rejects reads quickly when all slots are taken, in the language of the caller, and serves other calls', async () => {
  const inside = await fill('read');
  const before = shedding().read.running;
  expect(before).toBeGreaterThan(16);
  const [uz, ru] = await Promise.all([admin.get('sample/notes'), russian.get('sample/notes')]);
  expect(uz).toMatchObject({
    status: 503,
    body: { code: 'busy', err: 'Tizim hozir juda band. Bir necha soniyadan keyin qaytadan urinib koʻring.' },
  });
  expect(ru).toMatchObject({
    status: 503,
    body: {
      code: 'busy',
      err: 'Система сейчас перегружена. Попробуйте ещё раз через несколько секунд.',
    },
  });
  for (const { headers, body } of [uz, ru]) {
    expect(headers.get('retry-after')).toMatch(/^[123]$/);
    expect((body as { message: string }).message).toBe((body as { err: string }).err);
  }
  expect(shedding().read.running).toBe(before);

  // Health checks, pages, texts, changes, sign-ins and sockets are never rejected.
  const guest = server.api();
  const free = ['/health/live', '/health/ready', '/locales/uz/kernel.json', 'plugins'];
  for (const path of free) expect((await guest.get(path)).status, path).toBe(200);
  expect((await admin.post('sample/notes', { text: 'still written' })).status).toBe(201);
  const listener = await listenAs(server, admin, 'note_receive');
  await admin.post('sample/notes', { text: 'still told' });
  await vi.waitFor(() => expect(listener.received).toHaveLength(1));
  listener.stop();
  const own = admin.put('gate');
  await vi.waitFor(() => expect(gates.length).toBe(before + 1));
  const metrics = await guest.get<string>('/metrics', {
    headers: { authorization: 'Bearer a token of this test' },
  });
  expect(metrics.body).toContain(`komak_calls{kind="read",state="running"} ${before}`);
  expect(metrics.body).toMatch(/komak_calls_rejected_total\{kind="read"\} [1-9]/);

  await openGates();
  expect((await own).status).toBe(200);
  const responses = await Promise.all(inside);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(before);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect((await admin.get('sample/notes')).status).toBe(200);
});

test('a rejected change is not executed, and its key executes it once when it is repeated', async () => {
  const inside = await fill('change');
  const idempotencyKey = crypto.randomUUID();
  const text = `once ${requests}`;
  const rejected = await admin.post('sample/notes', { text }, { idempotencyKey });
  expect(rejected).toMatchObject({ status: 503, body: { code: 'busy' } });
  // Reads have their own slots.
  const notes = async () => (await admin.get<{ text: string }[]>('sample/notes')).body;
  expect(await notes()).not.toContainEqual(expect.objectContaining({ text }));
  await openGates();
  await Promise.all(inside);
  for (const serial of [1, 2]) {
    expect((await admin.post('sample/notes', { text }, { idempotencyKey })).status, String(serial)).toBe(201);
  }
  expect((await notes()).filter((note) => note.text === text)).toHaveLength(1);
});

test('a slow sender occupies no slot', async () => {
  const { hostname, port } = new URL(server.url);
  const slow: Socket[] = [];
  for (let count = 0; count < 60; count++) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /api/uz/sample/notes HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${admin.token ?? ''}\r\n` +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"text": ',
    );
    slow.push(socket);
  }
  expect((await admin.post('sample/notes', { text: 'quick' })).status).toBe(201);
  expect(shedding().change).toMatchObject({ running: 0, queued: 0 });
  for (const socket of slow) socket.destroy();
});

test('does not run a queued call whose caller has disconnected', async () => {
  const inside = await fill('read');
  expect((await inside.at(-1))?.status).toBe(503);
  const { rejected } = shedding().read;
  const before = requests;
  const abort = new AbortController();
  const headers = { authorization: admin.token ?? '' };
  const gone = fetch(`${server.url}/api/uz/gate`, { headers, signal: abort.signal }).catch(() => 'gone');
  await vi.waitFor(() => expect(shedding().read.queued + shedding().read.rejected).toBe(rejected + 1));
  abort.abort();
  expect(await gone).toBe('gone');
  // After these calls the server has noticed the disconnection.
  for (const path of ['/health/live', '/health/ready']) await admin.get(path);
  await openGates();
  await Promise.all(inside);
  expect(requests).toBe(before);
});

test('a flooding browser waits for itself only, and other users get a slot', async () => {
  const before = shedding().read.rejected;
  const come = () => shedding().read.running + shedding().read.queued + shedding().read.rejected - before;
  const responses = Array.from({ length: 60 }, () => admin.get('gate'));
  await vi.waitFor(() => expect(come()).toBe(60));
  expect(gates).toHaveLength(12);
  for (const other of [russian, ...crowd.slice(0, 4)]) {
    expect((await other.get('sample/notes')).status).toBe(200);
  }
  const stranger = server.api().get('gate/open');
  await vi.waitFor(() => expect(gates).toHaveLength(13));
  // Another session of the same admin counts as the same caller.
  const second = (await server.signIn('runaway')).get('gate');
  await vi.waitFor(() => expect(come()).toBe(62));
  expect(gates).toHaveLength(13);
  await openGates();
  expect((await stranger).status).toBe(200);
  for (const { status } of await Promise.all([...responses, second])) expect([200, 503]).toContain(status);
});

test('limits files read into memory, in total and per user', async () => {
  const sheet = { name: 'a.xlsx', type: 'application/octet-stream', content: 'x'.repeat(50_000) };
  const send = (one: ApiClient) => one.upload('gate/sheets', {}, [sheet]);
  const responses = Array.from({ length: 20 }, () => send(admin));
  const come = () => shedding().upload.running + shedding().upload.queued + shedding().upload.rejected;
  await vi.waitFor(() => expect(come()).toBe(20));
  await vi.waitFor(() => expect(gates).toHaveLength(4));
  responses.push(send(russian));
  await vi.waitFor(() => expect(gates).toHaveLength(5));
  expect(shedding().upload.running).toBe(5);
  await vi.waitFor(() => {
    for (const gate of gates.splice(0)) gate();
    expect(shedding().upload.running).toBe(0);
  });
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});
