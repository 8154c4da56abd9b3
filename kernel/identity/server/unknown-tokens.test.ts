import { expect, test } from 'vitest';
import { createUnknownTokens } from './unknown-tokens.ts';

function setUp() {
  let moment = 0;
  let reads = 0;
  const unknown = createUnknownTokens(() => moment);
  const read = (token: string, network = 'a', found: string | null = null) =>
    unknown.read(token, network, async () => {
      reads++;
      return found;
    });
  return { read, pass: (ms: number) => (moment += ms), count: () => reads };
}

test('reads an unknown token once, and again after half a minute', async () => {
  const { read, pass, count } = setUp();
  for (let round = 0; round < 10; round++) expect(await read('x')).toBeNull();
  expect(count()).toBe(1);
  pass(31_000);
  expect(await read('x', 'a', 'a session')).toBe('a session');
  expect(await read('x', 'a', 'a session')).toBe('a session');
});

test('evicts the oldest tokens beyond the limit', async () => {
  const { read, pass, count } = setUp();
  for (let round = 0; round < 10_001; round++) {
    await read(`t${round}`, `network ${round}`);
    pass(1);
  }
  const before = count();
  await read('t0', 'network 0');
  await read('t9999', 'network 9999');
  expect(count()).toBe(before + 1);
});

test('reads one token at a time for a network that sent many unknown ones, and rejects requests that wait too long', async () => {
  const { read, count, pass } = setUp();
  for (let round = 0; round < 210; round++) await read(`t${round}`);
  const before = count();
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, round) => read(`u${round}`)));
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(19);
  expect(count()).toBe(before + 21);
  expect(await read('mine', 'a', 'a session')).toBe('a session');
  const elsewhere = await Promise.allSettled(
    Array.from({ length: 40 }, (_, round) => read(`v${round}`, 'elsewhere')),
  );
  expect(elsewhere.every(({ status }) => status === 'fulfilled')).toBe(true);
  pass(100_000);
  await read('w');
  const later = await Promise.allSettled(Array.from({ length: 40 }, (_, round) => read(`w${round}`)));
  expect(later.every(({ status }) => status === 'fulfilled')).toBe(true);
});
