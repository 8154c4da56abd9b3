import { expect, test } from 'vitest';
import { createTurns } from './semaphore.ts';

const never = new AbortController().signal;

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { begun: false, end: resolve };
  return { state, run: () => ((state.begun = true), promise) };
}

test('as many as may work do, and the next begins when one has ended, whether well or not', async () => {
  const turns = createTurns(2);
  const [one, two, three] = [work(), work(), work()];
  const first = turns.take(one.run, never);
  void turns.take(two.run, never);
  const third = turns.take(three.run, never);
  const failing = turns.take(() => Promise.reject(new Error('on purpose')), never);
  await Promise.resolve();
  expect([one.state.begun, two.state.begun, three.state.begun]).toEqual([true, true, false]);
  one.state.end();
  await first;
  await Promise.resolve();
  expect(three.state.begun).toBe(true);
  three.state.end();
  await third;
  await expect(failing).rejects.toThrow('on purpose');
  const last = work();
  void turns.take(last.run, never);
  await Promise.resolve();
  expect(last.state.begun).toBe(true);
});

test('whoever is no longer waited for leaves the line and does not begin', async () => {
  const turns = createTurns(1);
  const [busy, left, next] = [work(), work(), work()];
  const running = turns.take(busy.run, never);
  const gone = new AbortController();
  const leaving = turns.take(left.run, gone.signal);
  const following = turns.take(next.run, never);
  gone.abort();
  await expect(leaving).rejects.toThrow();
  await expect(turns.take(left.run, gone.signal)).rejects.toThrow();
  busy.state.end();
  await running;
  next.state.end();
  await following;
  expect([left.state.begun, next.state.begun]).toEqual([false, true]);
});
