import { expect, test, vi } from 'vitest';
import { readLines } from './read-lines.ts';

function readerOf(
  chunks: readonly string[],
  end: () => Promise<{ done: true }> = async () => ({ done: true }),
) {
  const rest = [...chunks];
  return {
    read: vi.fn(async () => (rest.length > 0 ? { done: false, value: rest.shift() } : end())),
    cancel: vi.fn(async () => undefined),
  };
}

test.each([
  [
    ['a\nbc', 'd\n\ne\n'],
    ['a', 'bcd', '', 'e'],
  ],
  [
    ['a\r', '\nb\r\n'],
    ['a', 'b'],
  ],
  [['a\nb'], ['a', 'b']],
  [['', '\n'], ['']],
  [[], []],
])('%j has the lines %j', async (chunks, lines) => {
  expect(await Array.fromAsync(readLines(readerOf(chunks)))).toEqual(lines);
});

test('yields a line before the next chunk arrives', async () => {
  const reader = readerOf(['a\n', 'b\n']);
  const lines = readLines(reader);
  expect(await lines.next()).toEqual({ done: false, value: 'a' });
  expect(reader.read).toHaveBeenCalledTimes(1);
});

test('cancels the stream of a caller that stops early', async () => {
  const reader = readerOf(['a\nb\n', 'c\n']);
  for await (const line of readLines(reader)) if (line === 'a') break;
  expect(reader.cancel).toHaveBeenCalledTimes(1);
  expect(reader.read).toHaveBeenCalledTimes(1);
});

test('throws the error of the stream after the lines before it', async () => {
  const lost = new Error('lost');
  const lines = readLines(readerOf(['a\nb'], () => Promise.reject(lost)));
  expect((await lines.next()).value).toBe('a');
  await expect(lines.next()).rejects.toBe(lost);
});

test('rejects a line that is too long before it ends', async () => {
  await expect(Array.fromAsync(readLines(readerOf(['1234', '5']), 4))).rejects.toThrow(RangeError);
  expect(await Array.fromAsync(readLines(readerOf(['1234', '\n5']), 4))).toEqual(['1234', '5']);
});
