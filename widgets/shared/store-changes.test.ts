import { afterEach, expect, test, vi } from 'vitest';
import { storeChanges } from './store-changes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const options = { delayMs: 300, isUrgent: (state: string) => state.startsWith('receipt') };

test('a change that takes long to store does not replace an urgent one', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.useFakeTimers();
  const stored: string[] = [];
  const slow = Promise.withResolvers<void>();
  const change = storeChanges(async (state: string) => {
    if (!options.isUrgent(state)) await slow.promise;
    stored.push(state);
  }, options);
  change('a');
  change('ab');
  vi.advanceTimersByTime(300);
  change('receipt 5');
  await Promise.resolve();
  slow.resolve();
  await vi.waitFor(() => expect(stored).toHaveLength(2));
  expect(stored).toEqual(['ab', 'receipt 5']);
});

test('a change that cannot be stored stops none after it', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const stored: string[] = [];
  const change = storeChanges((state: string) => {
    if (state === 'receipt 1') return Promise.reject(new Error('full'));
    stored.push(state);
    return Promise.resolve();
  }, options);
  change('receipt 1');
  change('receipt 2');
  await vi.waitFor(() => expect(stored).toEqual(['receipt 2']));
});

test('the last change is stored when the page may be closed', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const stored: string[] = [];
  const change = storeChanges((state: string) => void stored.push(state), options);
  change('a');
  change('ab');
  page.dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(stored).toEqual(['ab']));
});
