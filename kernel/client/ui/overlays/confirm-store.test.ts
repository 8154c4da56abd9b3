import { beforeEach, expect, test, vi } from 'vitest';
import { resolveConfirm, confirm, confirmStore } from './confirm-store.ts';

beforeEach(() => {
  confirmStore.pending = null;
});

/** Does what the dialog does on "yes". */
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

test('"yes" does the action, closes and resolves to true', async () => {
  const action = vi.fn<() => Promise<void>>().mockResolvedValue();
  const answer = confirm({ title: 'sure?', action });
  await sayYes();
  expect(await answer).toBe(true);
  expect(action).toHaveBeenCalledOnce();
  expect(confirmStore.pending).toBeNull();
});

test('"no" does nothing and resolves to false', async () => {
  const action = vi.fn<() => void>();
  const answer = confirm({ title: 'sure?', action });
  sayNo();
  expect(await answer).toBe(false);
  expect(action).not.toHaveBeenCalled();
});

test('an action that fails closes the dialog too, and the caller hears of it', async () => {
  const answer = confirm({ title: 'sure?', action: () => Promise.reject(new Error('refused')) });
  const heard = expect(answer).rejects.toThrow('refused');
  await sayYes();
  await heard;
  expect(confirmStore.pending).toBeNull();
});

test('a second question answers the first with "no"', async () => {
  const first = confirm({ title: 'one' });
  const second = confirm({ title: 'two' });
  expect(await first).toBe(false);
  await sayYes();
  expect(await second).toBe(true);
});
