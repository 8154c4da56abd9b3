import { beforeEach, expect, test, vi } from 'vitest';
import type { SessionAdmin } from '#kernel/contract/http/session.ts';
import { session } from '../session/session-store.ts';
import { recentKey } from '../storage/local-storage.ts';
import { recentKeyOf, addRecent, readRecent } from './use-recent.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  session.admin = { id: 1 } as SessionAdmin;
  session.state = 'in';
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
});

test('lists the last item first, each once, at most eight', () => {
  for (let id = 1; id <= 9; id++) addRecent(1, { search: 'users.users', id });
  addRecent(1, { page: 'streets.list' });
  addRecent(1, { search: 'users.users', id: 5 });
  expect(readRecent(1).map(recentKeyOf)).toEqual([
    'users.users:5',
    'streets.list',
    'users.users:9',
    'users.users:8',
    'users.users:7',
    'users.users:6',
    'users.users:4',
    'users.users:3',
  ]);
});

test('keeps the items of admins apart', () => {
  addRecent(1, { search: 'users.users', id: 5 });
  expect(readRecent(2)).toEqual([]);
  addRecent(2, { page: 'streets.list' });
  expect(readRecent(1)).toEqual([]);
});

test('stores ids only, and ignores foreign entries', () => {
  addRecent(1, { search: 'users.users', id: 5, title: 'Karimov' } as never);
  expect([...storage.values()].join()).not.toContain('Karimov');
  expect(readRecent(1)).toHaveLength(1);
  for (const wrong of [
    '',
    '{',
    '[]',
    '{"admin":1}',
    '{"admin":1,"items":[null,3,{"search":"x y","id":1}]}',
  ]) {
    storage.set(recentKey, wrong);
    expect(readRecent(1), wrong).toEqual([]);
  }
});
