import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { signedIn } from '#kernel/contract/index.ts';
import { routesOf } from '#kernel/server/api/index.ts';
import { pluginWith, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const metricsToken = 'a token of this test';
const log: string[] = [];
const route = routesOf(samplePlugin.manifest);
const call = {
  method: 'POST',
  summary: 'Takes what is sent',
  access: signedIn,
  response: z.object({}),
  handle: () => ({}),
} as const;
const upload = { maxFiles: 2, maxBytes: 1024 * 1024 };

let server: TestServer;
let token: string | undefined;

beforeAll(async () => {
  server = await testServer({
    plugins: [
      pluginWith('made', {
        routes: [
          route({ ...call, path: 'made/text', body: z.strictObject({ text: z.string() }) }),
          route({ ...call, path: 'made/stored', body: z.strictObject({}), upload }),
          route({
            ...call,
            path: 'made/read',
            body: z.strictObject({}),
            upload: { ...upload, keep: false },
            transaction: false,
          }),
        ],
      }),
    ],
    metricsToken,
    logLevel: 'info',
    logTo: { write: (line) => void log.push(line) },
  });
  ({ token } = await server.signIn());
});
afterAll(() => server.close());

/** Sends the beginning of a call, then disconnects. */
async function leaveAmid(path: string, type: string, beginning: string): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  await new Promise<void>((sent) => {
    socket.write(
      `POST /api/uz/${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\n` +
        `content-type: ${type}\r\ncontent-length: 100000\r\n\r\n${beginning}`,
      () => sent(),
    );
  });
  socket.destroy();
}

/** Numbers of responses to a route by status. */
async function countsOf(path: string): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const lines = text.split('\n').filter((line) => line.startsWith('http_requests_total{'));
  return Object.fromEntries(
    lines
      .filter((line) => line.includes(`route="/api/uz/${path}"`))
      .map((line) => [/status="(\d+)"/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]),
  );
}

const rejections = () => log.filter((line) => line.includes('a call was rejected'));

const form = 'multipart/form-data; boundary=x';
const file =
  '--x\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n' +
  'content-type: application/pdf\r\n\r\n%PDF-1.7';

test.each([
  ['a text', 'made/text', 'application/json', '{"text": "Sal'],
  ['a form before its first file', 'made/stored', form, '--x\r\ncontent-disposition: form-data; na'],
  ['a file that is stored', 'made/stored', form, file],
  ['a file that is read', 'made/read', form, file],
])('counts a client that disconnects in the middle of %s as such', async (_, path, type, beginning) => {
  const before = (await countsOf(path))['499'] ?? 0;
  await leaveAmid(path, type, beginning);
  await vi.waitFor(async () => expect(await countsOf(path)).toEqual({ '499': before + 1 }));
});

test('a bad request is counted and logged as one, and none of them before', async () => {
  const response = await fetch(`${server.url}/api/uz/made/text`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token ?? '' },
    body: '{"text": "Sal',
  });
  expect(response.status).toBe(400);
  await vi.waitFor(async () => expect(await countsOf('made/text')).toMatchObject({ '400': 1 }));
  expect(rejections()).toHaveLength(1);
});
