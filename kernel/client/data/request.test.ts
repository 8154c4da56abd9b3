import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAborted } from './request-error.ts';
import { request } from './request.ts';

let server: Server;
let base: string;
/** When each request came. */
let moments: number[];
let answer: (response: ServerResponse, turn: number, request: IncomingMessage) => void;

beforeEach(async () => {
  moments = [];
  server = createServer((incoming, response) => {
    moments.push(performance.now());
    incoming.resume();
    answer(response, moments.length, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A server that is too busy, and says when to come again, if it does. */
function putOff(response: ServerResponse, retryAfter?: string): void {
  const body = { err: 'Tizim band.', message: 'Tizim band.', code: 'busy' };
  response
    .writeHead(503, {
      'Content-Type': 'application/json',
      ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
    })
    .end(JSON.stringify(body));
}

test('a read that is put off is asked for again when the server says, and not before', async () => {
  answer = (response, turn) => (turn === 1 ? putOff(response, '1') : response.end('"here"'));
  expect(await (await request(base)).json()).toBe('here');
  expect(moments).toHaveLength(2);
  expect((moments[1] ?? 0) - (moments[0] ?? 0)).toBeGreaterThanOrEqual(990);
});

test('a server that stays busy is not asked without end, and its own words are shown', async () => {
  answer = (response) => putOff(response, '0');
  await expect(request(base)).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    text: 'Tizim band.',
    retryAfter: 0,
  });
  expect(moments).toHaveLength(4);
});

test.each([
  ['a change', { method: 'POST', body: '{}' }, '0'],
  ['a read without a time', {}, undefined],
  ['a read that would have to wait for long', {}, '60'],
  ['a read with a date that we do not read', {}, 'Sat, 21 Nov 2026 19:00:00 GMT'],
] as const)('%s is not sent again by itself', async (_name, init, retryAfter) => {
  answer = (response) => putOff(response, retryAfter);
  await expect(request(base, init)).rejects.toMatchObject({ status: 503 });
  expect(moments).toHaveLength(1);
});

test('a read that nobody waits for any longer is not asked for again', async () => {
  const abort = new AbortController();
  answer = (response) => {
    putOff(response, '5');
    response.once('close', () => abort.abort());
  };
  const error = await request(base, { signal: abort.signal }).catch((reason: unknown) => reason);
  expect(isAborted(error)).toBe(true);
  expect(moments).toHaveLength(1);
});
