import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

test('a token bucket returns the delay of its key, without an error', () => {
  let moment = 0;
  const takeToken = createTokenBuckets<string>({ burst: 2, perSecond: 4 }, () => moment);
  expect([takeToken('a'), takeToken('a'), takeToken('a'), takeToken('b')]).toEqual([0, 0, 0.25, 0]);
  moment += 100;
  expect(takeToken('a')).toBeCloseTo(0.15);
  moment += 150;
  expect([takeToken('a'), takeToken('a')]).toEqual([0, 0.25]);
});

test('an expensive call takes several tokens, and none if there are too few', () => {
  const takeTokens = createTokenBuckets<'frame'>({ burst: 60, perSecond: 60 }, () => 0);
  expect([takeTokens('frame', 40), takeTokens('frame', 21), takeTokens('frame', 20)]).toEqual([0, 1 / 60, 0]);
});
