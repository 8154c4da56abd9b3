import { expect, test } from 'vitest';
import { parseRange } from './range.ts';

test.each<[string | undefined, ReturnType<typeof parseRange>]>([
  [undefined, null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', null],
  ['bytes=100-', null],
  ['bytes=5-4', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['lines=1-2', null],
  ['bytes=99999999999999999999-', null],
])('of a hundred bytes %s requests %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

test('an empty file has no range', () => {
  expect(parseRange('bytes=0-', 0)).toBeNull();
});
