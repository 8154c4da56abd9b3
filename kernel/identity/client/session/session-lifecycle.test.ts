import { expect, test } from 'vitest';
import { readSessionAdmin } from './read-admin.ts';
import { returnPath } from './session-lifecycle.ts';

test('returns to paths of this installation only', () => {
  expect(returnPath('?from=%2Fapplications%2F7%3Ftab%3Dx')).toBe('/applications/7?tab=x');
  for (const from of ['https://evil.example', '//evil.example', '/\\evil.example', '/login', '']) {
    expect(returnPath(`?from=${encodeURIComponent(from)}`)).toBe('/');
  }
});

test('reads an admin of an older server', () => {
  const admin = readSessionAdmin({
    data: {
      id: '3',
      first_name: 'Ali',
      role: { role: 'admin', permissions: ['street_add'], uz: { name: 'Operator' } },
    },
  });
  expect(admin).toMatchObject({
    id: 3,
    last_name: '',
    neighborhoods: [],
    role: { permissions: ['street_add'] },
  });
  expect(() => readSessionAdmin({ err: 'x' })).toThrow('not an admin');
});
