import { expect, test } from 'vitest';
import { claim, take } from './claim.ts';

test('claims only ids that no other tab has claimed', () => {
  const first = take(undefined, [5]);
  expect(first).toEqual({ free: [5], announced: [5] });
  const second = take(first.announced, [5, 6]);
  expect(second).toEqual({ free: [6], announced: [5, 6] });
  expect(take(second.announced, [5, 6]).free).toEqual([]);
});

test('is limited in size, and ignores damaged storage', () => {
  let announced: readonly number[] = [];
  for (let id = 1; id <= 1000; id += 100)
    ({ announced } = take(
      announced,
      Array.from({ length: 100 }, (_, index) => id + index),
    ));
  expect(announced).toHaveLength(300);
  expect(announced.at(-1)).toBe(1000);
  for (const stored of ['{"no":', { 5: true }, null, ['5']]) expect(take(stored, [5]).free).toEqual([5]);
});

test('claims every id without storage', async () => {
  expect('indexedDB' in globalThis).toBe(false);
  expect(await claim(1, 'message', [5])).toEqual([5]);
});
