import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { z } from 'zod';
import { signedIn } from '#kernel/contract/index.ts';
import { routesOf } from '#kernel/server/api/index.ts';
import type { ApiClient } from '#kernel/testing/api.ts';
import { pdf } from '#kernel/testing/samples.ts';
import { pluginWith, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const megabyte = 1024 * 1024;

const take = routesOf(samplePlugin.manifest)({
  method: 'POST',
  path: 'made/take',
  summary: 'Takes files',
  access: signedIn,
  body: z.strictObject({}),
  upload: { maxFiles: 2, maxBytes: 64 * megabyte },
  response: z.object({ count: z.int() }),
  handle: ({ files }) => ({ count: files.length }),
});

/** Its limit is one megabyte: smaller than the total of the test images after re-encoding. */
const takeFew = routesOf(samplePlugin.manifest)({
  ...take,
  path: 'made/take-few',
  upload: { maxFiles: 5, maxBytes: megabyte },
});

let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: [pluginWith('made', { routes: [take, takeFew] })] });
  admin = await server.signIn();
});
afterAll(() => server.close());

interface Part {
  readonly field: string;
  readonly content: Buffer;
}

/** Sends a whole form before it reads; returns the response. */
async function sendAllThenRead(parts: readonly Part[]): Promise<string> {
  const boundary = 'komak-upload';
  const body = Buffer.concat([
    ...parts.flatMap(({ field, content }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.pdf"\r\n` +
          'content-type: application/pdf\r\n\r\n',
      ),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  // A failed write is reported by its own callback.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `POST /api/uz/made/take HTTP/1.1\r\nhost: x\r\nauthorization: ${admin.token}\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await new Promise<void>((sent, failed) => {
    socket.write(body, (error) => (error ? failed(error) : sent()));
  });
  socket.resume();
  const [response] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return response.toString();
}

const small = Buffer.from('MZ');
/** More than the buffers of both ends hold. */
const large = pdf('x'.repeat(40 * megabyte));

test.each([
  ['the first file is refused', 'files', 415],
  ['a file stands in a field of another name', 'other', 422],
])('responds to a form when %s and much more comes after it', async (_, field, status) => {
  const response = await sendAllThenRead([
    { field, content: small },
    { field: 'files', content: large },
  ]);
  expect(response.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
});

test('accepts a form whose files are valid', async () => {
  const response = await sendAllThenRead([{ field: 'files', content: large }]);
  expect(response).toMatch(/^HTTP\/1.1 20[01] [^]*\{"count":1\}/);
});

test('a sender whose session ends while their form is arriving is rejected, and nothing is stored', async () => {
  const { id, login } = await server.createAdmin();
  const leaving = await server.signIn(login);
  const countFiles = async () => (await sql`select from files`.execute(server.database)).rows.length;
  const before = await countFiles();
  const content = pdf('x'.repeat(megabyte));
  const head = Buffer.from(
    '--komak-upload\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
  );
  const end = Buffer.from('\r\n--komak-upload--\r\n');
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(
    `POST /api/uz/made/take HTTP/1.1\r\nhost: x\r\nauthorization: ${leaving.token}\r\n` +
      `content-type: multipart/form-data; boundary=komak-upload\r\ncontent-length: ${head.length + content.length + end.length}\r\n\r\n`,
  );
  socket.write(Buffer.concat([head, content.subarray(0, megabyte / 2)]));
  const incoming = join(server.data, 'files', 'incoming');
  await expect.poll(async () => (await readdir(incoming).catch(() => [])).length).toBeGreaterThan(0);
  await sql`delete from sessions where admin_id = ${id}`.execute(server.database);
  await expect.poll(async () => (await leaving.post('made/take', {})).status).toBe(401);
  socket.write(Buffer.concat([content.subarray(megabyte / 2), end]));
  const [response] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(response.toString().slice(0, 12)).toBe('HTTP/1.1 401');
  expect(await countFiles()).toBe(before);
});

/** An image of noise, like a photo taken in the dark, with the given JPEG quality. */
function noise(quality: number, width = 640): Promise<Buffer> {
  const size = { width, height: (width * 3) / 4 };
  return sharp({
    create: { ...size, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg({ quality })
    .toBuffer();
}

const send = async (pictures: readonly Buffer[]) => {
  const files = pictures.map((content, at) => ({ name: `${at}.jpg`, type: 'image/jpeg', content }));
  const { status, body } = await admin.upload<{ code?: string }>('made/take-few', {}, files);
  return { status, code: body.code };
};

test('counts pictures by their uploaded size, even if the re-encoded ones are larger', async () => {
  const picture = await noise(20, 1600);
  const pictures = Array.from({ length: 5 }, () => picture);
  expect(5 * picture.length).toBeLessThan(megabyte);
  expect(await send(pictures)).toEqual({ status: 200, code: undefined });
  const { rows } = await sql<{ size: number }>`select size from files`.execute(server.database);
  const stored = rows.map(({ size }) => Number(size));
  // The last one would not fit beside the stored ones.
  expect(Math.max(...stored) * 4 + picture.length).toBeGreaterThan(megabyte);
});

test('rejects pictures whose uploaded total is too large, even if the re-encoded ones are smaller', async () => {
  const picture = await noise(100);
  const maxPictures = Math.floor(megabyte / picture.length);
  expect(maxPictures).toBeGreaterThan(0);
  expect(await send(Array.from({ length: maxPictures }, () => picture))).toEqual({
    status: 200,
    code: undefined,
  });
  const more = Array.from({ length: maxPictures + 1 }, () => picture);
  expect((maxPictures + 1) * picture.length).toBeLessThan(2 * megabyte);
  expect(await send(more)).toEqual({ status: 413, code: 'too_large' });
});
