import { expect, test } from 'vitest';
import { type BulkDraft, maxLengths, problemsOf } from './use-bulk-form.ts';

const draft: BulkDraft = {
  kind: 'accept',
  receiverId: 7,
  message: '',
  due: '2026-12-01',
  note: '',
  closeTasks: false,
};
const problems = (changes: Partial<BulkDraft>) => problemsOf({ ...draft, ...changes });

test('a forward needs a receiver, other results a note', () => {
  expect(problems({})).toEqual({});
  expect(problems({ kind: 'forward' })).toEqual({});
  expect(problems({ kind: 'forward', receiverId: null })).toEqual({ receiver: 'bulk.receiverRequired' });
  expect(problems({ kind: 'complete', note: ' ' })).toEqual({ note: 'bulk.noteRequired' });
});

test('a long text is reported, not cut', () => {
  const long = (length: number) => 'a'.repeat(length);
  const forward = { kind: 'forward', message: long(maxLengths.message) } as const;
  expect(problems(forward)).toEqual({});
  expect(problems({ ...forward, message: long(maxLengths.message + 1) })).toEqual({
    message: 'errors.too_long',
  });
  expect(problems({ kind: 'complete', note: ` ${long(maxLengths.note)} ` })).toEqual({});
  expect(problems({ kind: 'complete', note: long(maxLengths.note + 1) })).toEqual({
    note: 'errors.too_long',
  });
});
