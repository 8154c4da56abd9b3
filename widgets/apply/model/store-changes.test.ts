import { afterEach, expect, test, vi } from 'vitest';
import { noDraft } from './draft.ts';
import { createApplyStore, type ApplyState } from './state.ts';
import { storeChanges } from './store-changes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const stateWith = (number: number | null, salary = ''): ApplyState => {
  const receipt = number === null ? null : { number, code: 'x', cancel_time: null, verified_by: null };
  const draft = { ...noDraft, fields: { ...noDraft.fields, salary }, receipt };
  return createApplyStore(draft, () => undefined).state;
};

test('a change that takes long to store does not replace the receipt', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.useFakeTimers();
  const stored: string[] = [];
  const slow = Promise.withResolvers<void>();
  const change = storeChanges(async ({ draft: { fields, receipt } }) => {
    if (!receipt) await slow.promise;
    stored.push(receipt ? `receipt ${receipt.number}` : fields.salary);
  });
  change(stateWith(null, 'a'));
  change(stateWith(null, 'ab'));
  vi.advanceTimersByTime(300);
  change(stateWith(5));
  await Promise.resolve();
  slow.resolve();
  await vi.waitFor(() => expect(stored).toHaveLength(2));
  expect(stored).toEqual(['ab', 'receipt 5']);
});

test('a change that cannot be stored stops none after it', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const stored: number[] = [];
  const change = storeChanges(({ draft: { receipt } }) => {
    if (receipt?.number === 1) return Promise.reject(new Error('full'));
    stored.push(receipt?.number ?? 0);
    return Promise.resolve();
  });
  change(stateWith(1));
  change(stateWith(2));
  await vi.waitFor(() => expect(stored).toEqual([2]));
});
