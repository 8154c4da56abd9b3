import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/contract/index.ts';
import type { ApiClient } from '#kernel/testing/api.ts';
import { picture } from '#kernel/testing/samples.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

let server: TestServer;
let chief: ApiClient;
let neighborhoodId: number;

beforeAll(async () => {
  server = await testServer({
    plugins: ['applications', 'households', 'stats', 'plugins', 'users', 'admins'],
  });
  chief = await server.signIn({
    role: 'super_admin',
    permissions: ['application_receiver', 'household_add'],
  });
  const { rows } = await sql<{ id: number }>`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480') returning id`.execute(server.database);
  neighborhoodId = rows[0]?.id ?? 0;
});
afterAll(() => server?.close());
beforeEach(async () => {
  await sql`delete from login_attempts`.execute(server.database);
});

const clerk = () => server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });

/** Creates an application with images. */
function send(from: ApiClient, pictures: readonly Buffer[], format: 'jpg' | 'png' = 'jpg') {
  const type = format === 'jpg' ? 'image/jpeg' : 'image/png';
  const files = pictures.map((content) => ({ name: `surat.${format}`, type, content }));
  return from.upload<ErrorBody>('applications', applicationFields(), files);
}

function applicationFields() {
  return {
    neighborhood_id: neighborhoodId,
    employment_status: 'unemployed',
    salary: 'tikuvchilik',
    planned_assistance: 'Tom',
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
  };
}

test('a small picture does not wait for large ones of another user', async () => {
  const noise = { raw: { width: 500, height: 500, channels: 3 } } as const;
  const tile = await sharp(randomBytes(500 * 500 * 3), noise)
    .png()
    .toBuffer();
  const large = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#000' } })
    .composite([{ input: tile, tile: true }])
    .png({ palette: true, colours: 4 })
    .toBuffer();
  const [greedy, other] = [await clerk(), await clerk()];
  // The decoding process starts with the first image.
  expect((await send(other, [await picture()])).status).toBe(201);
  const order: string[] = [];
  const flood = Array.from({ length: 6 }, async () => {
    expect((await send(greedy, [large], 'png')).status).toBe(201);
    order.push('large');
  });
  await vi.waitFor(async () => {
    const names = await readdir(server.data, { recursive: true });
    expect(names.filter((name) => name.endsWith('.made')).length).toBeGreaterThan(0);
  }, 20_000);
  expect((await send(other, [await picture()])).status).toBe(201);
  order.push('small');
  await Promise.all(flood);
  // One of the six is already being processed when it arrives.
  expect(order.indexOf('small')).toBeLessThan(3);
}, 120_000);

test('rejects a picture of too many pixels before it waits for others', async () => {
  const giant = await sharp({ create: { width: 8200, height: 5000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const large = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const greedy = await clerk();
  const order: string[] = [];
  const flood = Array.from({ length: 5 }, async () => {
    await send(greedy, [large]);
    order.push('large');
  });
  const rejected = await send(greedy, [giant]);
  order.push('giant');
  expect(rejected.body.code).toBe('too_many_pixels');
  await Promise.all(flood);
  expect(order.indexOf('giant')).toBeLessThan(2);
}, 120_000);

/** Starts an upload and sends only its first part. */
async function beginUpload(from: ApiClient): Promise<{ socket: Socket; response: Promise<string> }> {
  const socket = connect(server.port, '127.0.0.1');
  const { promise: response, resolve } = Promise.withResolvers<string>();
  let heard = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    heard += part;
    if (heard.includes('\r\n\r\n')) resolve(heard);
  });
  socket.on('error', () => {});
  socket.write(
    `POST /api/uz/applications HTTP/1.1\r\nhost: x\r\nauthorization: ${from.token}\r\n` +
      'content-type: multipart/form-data; boundary=komak\r\ncontent-length: 9000000\r\n\r\n--komak\r\n' +
      'content-disposition: form-data; name="files"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nxx',
  );
  return { socket, response: response };
}

test('a user has a share of the uploads in progress, and the next one is rejected before it is read', async () => {
  const [greedy, other] = [await clerk(), await clerk()];
  const begun = await Promise.all(Array.from({ length: 12 }, () => beginUpload(greedy)));
  try {
    const first = await Promise.race(begun.map(({ response }) => response));
    expect(first).toMatch(/^HTTP\/1\.1 (429|503) /);
    expect(first.toLowerCase()).toContain('retry-after: ');
    expect((await send(other, [await picture()])).status).toBe(201);
  } finally {
    for (const { socket } of begun) socket.destroy();
  }
}, 20_000);

test('rejects JSON that is nested too deep or has too many values, on every route alike', async () => {
  const deep = `{"config":{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
  const many = `{"config":{"x":[${Array.from({ length: 400_000 }, () => '0').join()}]}}`;
  const quoted = `{"config":{"x":"${'[{'.repeat(1000)}"}}`;
  const put = async (path: string, body: string, method = 'PUT') => {
    const headers = { authorization: chief.token ?? '', 'content-type': 'application/json' };
    const init: RequestInit = { method, headers, body };
    const response = await fetch(`${server.url}/api/uz/${path}`, init);
    return { status: response.status, code: ((await response.json()) as ErrorBody).code };
  };
  const rejected = { status: 400, code: 'malformed' };
  expect(await put('plugins/applications/settings', deep)).toEqual(rejected);
  expect(await put('admins/login', deep, 'POST')).toEqual(rejected);
  expect(await put('plugins/applications/settings', many)).toEqual({ status: 413, code: 'too_large' });
  expect(await put('plugins/applications/settings', quoted)).toMatchObject({ status: 422 });
});

test('an unknown token costs one query, and a flood of them is read one by one', async () => {
  const connects = vi.spyOn(server.services.pool, 'connect');
  const read = async (token: string) => (await server.api({ token }).get('admins/admin')).status;
  const unknown = () => randomBytes(32).toString('base64url');
  const token = unknown();
  for (let round = 0; round < 200; round++) expect(await read(token)).toBe(401);
  // Connections are counted together; one query per connection would be two hundred.
  expect(connects.mock.calls.length).toBeLessThan(150);
  connects.mockRestore();
  for (let round = 0; round < 260; round++) await read(unknown());
  const statuses = new Set<number>();
  // How many requests wait at the same time depends on the load of the machine.
  for (let round = 0; round < 10 && !statuses.has(429); round++) {
    const all = await Promise.all(Array.from({ length: 80 }, () => read(unknown())));
    for (const status of all) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
  // Signed-in users, and users signing in, are not affected by it.
  expect(await read(chief.token ?? '')).toBe(200);
  expect(await read((await clerk()).token ?? '')).toBe(200);
}, 120_000);

test('creates no more workbooks concurrently than there are slots', async () => {
  const readers = await Promise.all(Array.from({ length: 4 }, clerk));
  const all = await Promise.all(
    readers.flatMap((reader) => [1, 2, 3].map(() => reader.get('stats/application-stats/export'))),
  );
  const taken = all.filter(({ status }) => status === 200).length;
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(4);
  expect(all.every(({ status }) => status === 200 || status === 429)).toBe(true);
});

test('a person may look up few citizens by JSHSHIR, and misses are audited', async () => {
  const [curious, other] = [await clerk(), await clerk()];
  const statuses: number[] = [];
  for (let round = 0; round < 60; round++) {
    const number = `3121063204${String(1000 + round)}`;
    statuses.push((await curious.get(`users/lookup?personal_number=${number}`)).status);
  }
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
  expect((await other.get('users/lookup?personal_number=31210632040244')).status).toBe(404);
  const { rows } = await sql<{ details: unknown }>`
    select details from audit_log where action = 'users.lookup.miss'`.execute(server.database);
  expect(rows.length).toBe(statuses.filter((status) => status === 404).length + 1);
  expect(JSON.stringify(rows)).not.toMatch(/\d{6}/);
});
