import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claim } from './claim.ts';

/** What several windows of one browser share: the storage, and locks that are held one after another. */
const stored = new Map<string, string>();
let line: Promise<unknown> = Promise.resolve();

const locks = {
  async request(_name: string, work: () => Promise<unknown>): Promise<unknown> {
    const turn = line.then(work);
    line = turn.catch(() => undefined);
    return turn;
  },
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('navigator', { locks });
});

afterEach(() => vi.unstubAllGlobals());

test('of several windows one tells, whichever is quicker', async () => {
  const windows = await Promise.all(Array.from({ length: 8 }, () => claim(1, 'message', [5, 6])));
  expect(windows.flat().toSorted()).toEqual([5, 6]);
});

test('each tells what no other has told', async () => {
  expect(await claim(1, 'message', [5])).toEqual([5]);
  expect(await claim(1, 'message', [5, 6])).toEqual([6]);
});

test('a message is one thing, a sound another', async () => {
  expect(await claim(1, 'message', [5])).toEqual([5]);
  expect(await claim(1, 'sound', [5])).toEqual([5]);
  expect(await claim(1, 'sound', [5])).toEqual([]);
});

test('another admin in the same browser is told himself', async () => {
  expect(await claim(1, 'message', [5])).toEqual([5]);
  expect(await claim(2, 'message', [5])).toEqual([5]);
});

test('it does not grow without end, and survives what it cannot read', async () => {
  for (let id = 1; id <= 1000; id += 100)
    await claim(
      1,
      'message',
      Array.from({ length: 100 }, (_, index) => id + index),
    );
  expect(JSON.parse(stored.get('notices-message-1') ?? '')).toHaveLength(300);
  stored.set('notices-message-1', '{"no":');
  expect(await claim(1, 'message', [7])).toEqual([7]);
  stored.set('notices-message-1', '"text"');
  expect(await claim(1, 'message', [7])).toEqual([7]);
});

test('where the browser has no locks, as over plain HTTP, it still tells', async () => {
  vi.stubGlobal('navigator', {});
  expect(await claim(1, 'message', [5])).toEqual([5]);
  expect(await claim(1, 'message', [5])).toEqual([]);
});
