import { beforeEach, expect, test } from 'vitest';
import { clearToasts, dismissToast, toast, toastStore } from './toast-store.ts';

beforeEach(clearToasts);

const texts = () => toastStore.items.map((item) => item.text);

test('adds the newest last and drops the oldest of more than four', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e']) toast.success(text);
  expect(texts()).toEqual(['b', 'c', 'd', 'e']);
});

test('replaces a toast of the same kind and text', () => {
  const first = toast.error('x');
  toast.info('y');
  const second = toast.error('x');
  expect(texts()).toEqual(['y', 'x']);
  expect(second).not.toBe(first);
});

test('dismisses a toast; dismissing it again does nothing', () => {
  const id = toast.info('a');
  dismissToast(id);
  dismissToast(id);
  expect(texts()).toEqual([]);
});

test('keeps errors longer, and a toast without a duration until it is closed', () => {
  toast.success('a');
  toast.error('b');
  toast.info('d', { duration: null });
  expect(toastStore.items.map((item) => item.duration)).toEqual([5000, 8000, null]);
});
