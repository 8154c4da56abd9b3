import { expect, test } from 'vitest';
import { isPlain, isShown, plainView, readView, withColumn, type RecordColumn } from './list-view.ts';

const column = (key: string, more: Partial<RecordColumn<string>> = {}): RecordColumn<string> => ({
  key,
  title: key,
  cell: () => key,
  ...more,
});

test('columns are there unless they are optional; fixed ones always', () => {
  expect(isShown(column('author'), plainView, true)).toBe(true);
  expect(isShown(column('id', { optional: true }), plainView, true)).toBe(false);
  expect(isShown(column('name', { fixed: true }), { ...plainView, columns: { name: false } }, true)).toBe(
    true,
  );
});

test('a column goes and comes back, and what is usual is not remembered', () => {
  const without = withColumn(plainView, column('author'), false, true);
  expect(without.columns).toEqual({ author: false });
  expect(isPlain(without)).toBe(false);
  expect(withColumn(without, column('author'), true, true)).toEqual(plainView);
  const more = withColumn(plainView, column('id', { optional: true }), true, true);
  expect(more.columns).toEqual({ id: true });
  expect(isPlain(withColumn(more, column('id', { optional: true }), false, true))).toBe(true);
});

test.each([
  null,
  '',
  '{',
  '7',
  '"x"',
  'null',
  '{"density":"huge"}',
  '{"columns":{"a":1}}',
  '{"columns":null}',
])('what is no view, such as %j, is the plain one', (text) => expect(readView(text)).toEqual(plainView));

test('a kept view is read as it was written', () => {
  const view = { density: 'compact', columns: { author: false } } as const;
  expect(readView(JSON.stringify(view))).toEqual(view);
});
