import { gql } from '@apollo/client';
import type * as Client from './client.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let client: typeof Client;
let finish: (response: Response) => void;
beforeEach(async () => {
  // The module holds whether the page has read, so it is loaded afresh.
  vi.resetModules();
  client = await import('./client.ts');
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (finish = done)));
});
afterEach(() => vi.unstubAllGlobals());

const isWaiting = async () => {
  let waiting = true;
  void client.firstResponse.then(() => (waiting = false));
  // Resolved promises run their callbacks before this.
  await new Promise(setImmediate);
  return waiting;
};

test('nothing waits for a page that reads nothing', async () => {
  expect(await isWaiting()).toBe(true);
  client.markRendered();
  expect(await isWaiting()).toBe(false);
});

test('deferred work waits for the first response of a page that reads', async () => {
  const query = gql`
    query Some {
      some @rest(type: "Some", path: "some") {
        id
      }
    }
  `;
  const read = client.createClient('http://localhost/api').query({ query });
  await vi.waitFor(() => expect(finish).toBeTypeOf('function'));
  client.markRendered();
  expect(await isWaiting()).toBe(true);
  finish(Response.json({ id: 1 }));
  await read;
  expect(await isWaiting()).toBe(false);
});
