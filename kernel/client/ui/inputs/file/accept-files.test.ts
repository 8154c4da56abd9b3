import { expect, test } from 'vitest';
import { acceptFiles } from './file-picker.tsx';

function file(name: string, size: number, type = 'image/png'): File {
  return new File([new Uint8Array(size)], name, { type });
}

const none = { count: 0, bytes: 0 };

function outcome(result: ReturnType<typeof acceptFiles>): string[] {
  return [
    ...result.files.map((one) => one.name),
    ...result.dropped.map(({ file: one, reason }) => `${one.name}:${reason}`),
  ];
}

test('accepts all files without limits', () => {
  expect(outcome(acceptFiles([file('a', 1), file('b', 2, '')], none, {}))).toEqual(['a', 'b']);
});

test('rejects files of other types', () => {
  const offered = [
    file('a.png', 1),
    file('b.pdf', 1, 'application/pdf'),
    file('c.exe', 1, 'application/x-msdownload'),
  ];
  const limits = { accept: ['image/', 'application/pdf'] };
  expect(outcome(acceptFiles(offered, none, limits))).toEqual(['a.png', 'b.pdf', 'c.exe:type']);
});

test('rejects files beyond the count, including existing ones', () => {
  const offered = [file('a', 1), file('b', 1), file('c', 1)];
  expect(outcome(acceptFiles(offered, { count: 3, bytes: 0 }, { maxFiles: 5 }))).toEqual([
    'a',
    'b',
    'c:count',
  ]);
});

test('rejects a file beyond the total size, and accepts a smaller one after it', () => {
  const offered = [file('a', 60), file('b', 60), file('c', 40)];
  expect(outcome(acceptFiles(offered, none, { maxBytes: 100 }))).toEqual(['a', 'c', 'b:size']);
  expect(outcome(acceptFiles(offered, { count: 1, bytes: 70 }, { maxBytes: 100 }))).toEqual([
    'a:size',
    'b:size',
    'c:size',
  ]);
});
