import { beforeEach, expect, test, vi } from 'vitest';
import { resolveConfirm, confirm, confirmStore } from './confirm-store.ts';

beforeEach(() => {
  confirmStore.pending = null;
});

/** Answers "yes" like the dialog. */
async function sayYes(): Promise<void> {
  const { pending } = confirmStore;
  if (pending === null) throw new Error('nothing is asked');
  await pending.request.action?.();
  resolveConfirm(pending, true);
}

function sayNo(): void {
  const { pending } = confirmStore;
  if (pending !== null) resolveConfirm(pending, false);
}

test('runs the action on "yes", closes and resolves to true', async () => {
  const action = vi.fn<() => Promise<void>>().mockResolvedValue();
  const answer = confirm({ title: 'sure?', action });
  await sayYes();
  expect(await answer).toBe(true);
  expect(action).toHaveBeenCalledOnce();
  expect(confirmStore.pending).toBeNull();
});

test('resolves to false on "no" without running the action', async () => {
  const action = vi.fn<() => void>();
  const answer = confirm({ title: 'sure?', action });
  sayNo();
  expect(await answer).toBe(false);
  expect(action).not.toHaveBeenCalled();
});

test('closes and rejects when the action fails', async () => {
  const answer = confirm({ title: 'sure?', action: () => Promise.reject(new Error('refused')) });
  const rejection = expect(answer).rejects.toThrow('refused');
  await sayYes();
  await rejection;
  expect(confirmStore.pending).toBeNull();
});

test('resolves a pending confirmation to false when another one opens', async () => {
  const first = confirm({ title: 'one' });
  const second = confirm({ title: 'two' });
  expect(await first).toBe(false);
  await sayYes();
  expect(await second).toBe(true);
});

test('resolves to true after its action, although another one has opened', async () => {
  const work = Promise.withResolvers<void>();
  const first = confirm({ title: 'one', action: () => work.promise });
  const running = sayYes();
  const second = confirm({ title: 'two' });
  work.resolve();
  await running;
  expect(await first).toBe(true);
  await sayYes();
  expect(await second).toBe(true);
});

test('rejects when its action fails, although another one has opened', async () => {
  const work = Promise.withResolvers<void>();
  const first = confirm({ title: 'one', action: () => work.promise });
  const rejection = expect(first).rejects.toThrow('refused');
  const running = sayYes();
  const second = confirm({ title: 'two' });
  work.reject(new Error('refused'));
  await running;
  await rejection;
  sayNo();
  expect(await second).toBe(false);
});
