import { expect, test } from 'vitest';
import { createVault } from './vault.ts';

const key = 'k'.repeat(32);
const plain = Buffer.from('a secret');

test('opens sealed values with the same key, for the same purpose', () => {
  const vault = createVault('database', key);
  const sealed = vault.seal('second factor', plain);
  expect(sealed.includes(plain)).toBe(false);
  expect(vault.open('second factor', sealed)).toEqual(plain);
  expect(createVault('another', key).open('second factor', sealed)).toEqual(plain);
  expect(vault.open('other', sealed)).toBeNull();
  expect(createVault('database', 'x'.repeat(32)).open('second factor', sealed)).toBeNull();
  expect(createVault('database', null).open('second factor', sealed)).toBeNull();
});

test('detects a change of any byte', () => {
  const vault = createVault('database', key);
  const sealed = vault.seal('p', plain);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(vault.open('p', changed)).toBeNull();
  }
  expect(vault.open('p', sealed.subarray(0, 10))).toBeNull();
  expect(vault.open('p', Buffer.alloc(0))).toBeNull();
});

test("still opens values sealed with the database's key after KOMAK_KEY is set", () => {
  const sealed = createVault('database', null).seal('p', plain);
  expect(createVault('database', key).open('p', sealed)).toEqual(plain);
  expect(createVault('another database', key).open('p', sealed)).toBeNull();
});
