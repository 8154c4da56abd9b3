import { expect, test } from 'vitest';
import { isPlain, isShown, plainView, readView, withColumn, type RecordColumn } from './list-view.ts';

const column = (key: string, more: Partial<RecordColumn<string>> = {}): RecordColumn<string> => ({
  key,
  title: key,
  cell: () => key,
  ...more,
});

test('shows required columns always, and optional ones when chosen', () => {
  expect(isShown(column('author'), plainView, 1440)).toBe(true);
  expect(isShown(column('id', { optional: true }), plainView, 1440)).toBe(false);
  expect(isShown(column('name', { fixed: true }), { ...plainView, columns: { name: false } }, 1440)).toBe(
    true,
  );
});

test('shows a column with a minimum width when the window is wide enough, or when it is chosen', () => {
  const optional = column('author', { minWidth: 1240 });
  expect([1220, 1240, Infinity].map((width) => isShown(optional, plainView, width))).toEqual([
    false,
    true,
    true,
  ]);
  const view = withColumn(plainView, optional, true, 1024);
  expect(view.columns).toEqual({ author: true });
  expect(isShown(optional, view, 1024)).toBe(true);
  expect(isPlain(withColumn(view, optional, false, 1024))).toBe(true);
});

test('hides and shows a column, and stores no defaults', () => {
  const without = withColumn(plainView, column('author'), false, 1440);
  expect(without.columns).toEqual({ author: false });
  expect(isPlain(without)).toBe(false);
  expect(withColumn(without, column('author'), true, 1440)).toEqual(plainView);
  const more = withColumn(plainView, column('id', { optional: true }), true, 1440);
  expect(more.columns).toEqual({ id: true });
  expect(isPlain(withColumn(more, column('id', { optional: true }), false, 1440))).toBe(true);
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
])('replaces an invalid view, such as %j, with the default', (text) =>
  expect(readView(text)).toEqual(plainView),
);

test('reads a stored view as it was written', () => {
  const view = { density: 'compact', columns: { author: false } } as const;
  expect(readView(JSON.stringify(view))).toEqual(view);
});
