import { expect, test } from 'vitest';
import type { ToFrame } from '#kernel/contract/plugin/frame.ts';
import { createTokenBuckets } from '#kernel/domain/values/token-buckets.ts';
import { createFrameReceiver, maxCalls, messageLimit } from './frame-receiver.ts';

interface Options {
  readonly calls?: readonly string[];
  readonly send?: (method: string, path: string, body?: object) => Promise<unknown>;
}

function receive({
  calls = ['GET cards/:id', 'PUT cards'],
  send = () => Promise.resolve('sent'),
}: Options = {}) {
  const messages: ToFrame[] = [];
  const paths: string[] = [];
  const heights: number[] = [];
  let stops = 0;
  const post = createFrameReceiver({
    calls,
    takeTokens: createTokenBuckets<'frame'>(messageLimit, () => 0),
    origin: 'https://office.example',
    send,
    post: (message) => messages.push(message),
    navigate: (path) => paths.push(path),
    setHeight: (pixels) => heights.push(pixels),
    stop: () => stops++,
  });
  return { post, answers: messages, paths, heights, stops: () => stops };
}

const call = (id: number, method: string, path: string, more = {}) => ({
  type: 'call',
  id,
  method,
  path,
  ...more,
});

test('makes the calls that the manifest names, and answers each', async () => {
  const sent: unknown[] = [];
  const { post, answers: messages } = receive({ send: (...given) => Promise.resolve(sent.push(given)) });
  post(call(0, 'GET', 'cards/7?limit=1'));
  post(call(1, 'PUT', 'cards', { body: { title: 'x' } }));
  await expect
    .poll(() => messages)
    .toEqual([
      { type: 'answer', id: 0, body: 1 },
      { type: 'answer', id: 1, body: 2 },
    ]);
  expect(sent).toEqual([
    ['GET', 'cards/7?limit=1', undefined],
    ['PUT', 'cards', { title: 'x' }],
  ]);
});

test.each([
  ['of another method', 'DELETE', 'cards/7'],
  ['of a longer path', 'GET', 'cards/7/files'],
  ['of a shorter path', 'GET', 'cards'],
  ['of an empty part', 'GET', 'cards/'],
  ['of another resource', 'GET', 'admins/7'],
])('rejects a call %s', (_, method, path) => {
  const { post, answers: messages } = receive({ send: () => Promise.reject(new Error('sent')) });
  post(call(3, method, path));
  expect(messages).toEqual([{ type: 'failure', id: 3, status: 0, text: 'not in calls' }]);
});

test.each([
  ['a path that climbs', call(4, 'GET', 'cards/../admins')],
  ['an encoded path', call(4, 'GET', 'cards/%2e%2e')],
  ['a method of its own', call(4, 'PATCH', 'cards/7')],
  ['a body that is no object', call(4, 'PUT', 'cards', { body: 'x' })],
  ['an unknown field', call(4, 'PUT', 'cards', { headers: { authorization: 'x' } })],
])('reports an invalid call: %s', (_, message) => {
  const { post, answers: messages } = receive({ send: () => Promise.reject(new Error('sent')) });
  post(message);
  expect(messages).toEqual([{ type: 'failure', id: 4, status: 0, text: 'not a call' }]);
});

test.each([null, 7, 'call', [], { type: 'call' }, { type: 'call', id: -1 }, { type: 'other', id: 1 }])(
  'ignores an invalid message: %j',
  (message) => {
    const { post, answers: messages, paths, heights } = receive();
    post(message);
    expect([messages, paths, heights]).toEqual([[], [], []]);
  },
);

test('passes on the status and the message of a failed call', async () => {
  const { post, answers: messages } = receive({ send: () => Promise.reject(new Error('no way')) });
  post(call(5, 'PUT', 'cards'));
  await expect.poll(() => messages).toMatchObject([{ type: 'failure', id: 5 }]);
});

test('limits concurrent calls', async () => {
  let finish: () => void = () => {};
  const { post, answers: messages } = receive({ send: () => new Promise<void>((done) => (finish = done)) });
  for (let id = 0; id <= maxCalls; id++) post(call(id, 'PUT', 'cards'));
  expect(messages).toEqual([{ type: 'failure', id: maxCalls, status: 429, text: 'too many calls' }]);
  finish();
  await expect.poll(() => messages.length).toBe(2);
  post(call(50, 'PUT', 'cards'));
  expect(messages).toHaveLength(2);
});

test('opens pages of the shell', () => {
  const { post, paths } = receive();
  for (const path of ['/settings', '/guest/7?tab=a#b', '/a/../settings']) post({ type: 'navigate', path });
  expect(paths).toEqual(['/settings', '/guest/7?tab=a#b', '/settings']);
});

test.each([
  '//site.example',
  '/\\site.example',
  '/\t/site.example',
  '/.//site.example',
  '/a/..//site.example',
])('rejects pages of other sites: %j', (path) => {
  const { post, paths } = receive();
  post({ type: 'navigate', path });
  expect(paths).toEqual([]);
});

test('keeps the height of a frame within bounds', () => {
  const { post, heights } = receive();
  for (const pixels of [10, 500.2, 1e9, Number.NaN, -1]) post({ type: 'height', pixels });
  expect(heights).toEqual([320, 501]);
});

test('stops a frame that floods the shell', () => {
  const { post, heights, stops } = receive();
  for (let index = 0; index < messageLimit.burst; index++) post({ type: 'height', pixels: 400 });
  expect(stops()).toBe(0);
  post({ type: 'height', pixels: 400 });
  expect(stops()).toBe(1);
  expect(heights).toHaveLength(messageLimit.burst);
});
