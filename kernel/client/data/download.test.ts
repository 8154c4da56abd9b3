import { expect, test } from 'vitest';
import { nameOf } from './download.ts';

test('uses the file name of the server, in any script', () => {
  const name = 'Xonadonlar «1».xlsx';
  expect(nameOf(`attachment; filename="x.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`)).toBe(name);
  expect(nameOf('attachment; filename="x.xlsx"')).toBe('x.xlsx');
  expect(nameOf(`attachment; filename="x.xlsx"; filename*=UTF-8''%E0%A4%A`)).toBe('x.xlsx');
  expect(nameOf('attachment')).toBeNull();
  expect(nameOf(null)).toBeNull();
});
