import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAborted } from './request-error.ts';
import { request } from './request.ts';

let server: Server;
let base: string;
/** Requests that the server has received. */
let requestCount: number;
let respond: (response: ServerResponse, attempt: number, request: IncomingMessage) => void;

beforeEach(async () => {
  requestCount = 0;
  server = createServer((incoming, response) => {
    requestCount++;
    incoming.resume();
    respond(response, requestCount, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

/** Responds like a busy server, with or without a retry delay. */
function respondBusy(response: ServerResponse, retryAfter?: string): void {
  const body = { err: 'Tizim band.', message: 'Tizim band.', code: 'busy' };
  response
    .writeHead(503, {
      'Content-Type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
    })
    .end(JSON.stringify(body));
}

test('repeats a rejected read after the retry delay of the server', async () => {
  // Six seconds plus up to half of that; `fetch` itself sets no timer of that length.
  const isPause = (delay: number) => delay >= 6000 && delay <= 9000;
  const { setTimeout: wait } = globalThis;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((work, delay = 0, ...rest) => wait(work, isPause(delay) ? 0 : delay, ...rest));
  respond = (response, attempt) => (attempt === 1 ? respondBusy(response, '6') : response.end('"here"'));
  expect(await (await request(base)).json()).toBe('here');
  expect(requestCount).toBe(2);
  expect(timers.mock.calls.filter(([, delay]) => isPause(delay ?? 0))).toHaveLength(1);
});

test('stops repeating for a server that stays busy, and shows its message', async () => {
  respond = (response) => respondBusy(response, '0');
  await expect(request(base)).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    text: 'Tizim band.',
    retryAfter: 0,
  });
  expect(requestCount).toBe(4);
});

test.each([
  ['a change', { method: 'POST', body: '{}' }, '0'],
  ['a read without a retry delay', {}, undefined],
  ['a read with a long retry delay', {}, '60'],
  ['a read with a date as its retry delay', {}, 'Sat, 21 Nov 2026 19:00:00 GMT'],
] as const)('does not repeat %s', async (_name, init, retryAfter) => {
  respond = (response) => respondBusy(response, retryAfter);
  await expect(request(base, init)).rejects.toMatchObject({ status: 503 });
  expect(requestCount).toBe(1);
});

test('does not repeat an aborted read', async () => {
  const abort = new AbortController();
  respond = (response) => {
    respondBusy(response, '5');
    response.once('close', () => abort.abort());
  };
  const error = await request(base, { signal: abort.signal }).catch((reason: unknown) => reason);
  expect(isAborted(error)).toBe(true);
  expect(requestCount).toBe(1);
});
