import { expect, test } from 'vitest';
import { isTooSlow } from './slow-body-timeout.ts';

const kilobyte = 1024;

test.each([
  ['nothing yet, for a moment', 0, 20, false],
  ['a byte a second, and not for long', 20, 20, false],
  ['a byte a second', 40, 40, true],
  ['a large file over a line of a quarter of a megabit', 31 * 31 * kilobyte, 31, false],
  ['a large file over that line, for minutes', 300 * 31 * kilobyte, 300, false],
  ['a file that stopped coming', 3 * 1024 * kilobyte, 200, true],
])('%s', (_name, bytes, seconds, ended) => {
  const sending = { socket: { bytesRead: 500 + bytes }, since: 1000, before: 500 };
  expect(isTooSlow(sending, 1000 + seconds * 1000)).toBe(ended);
});
