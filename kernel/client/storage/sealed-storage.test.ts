import { beforeEach, expect, test, vi } from 'vitest';
import type { SessionAdmin } from '#kernel/contract/http/session.ts';
import { session } from '../session/session-store.ts';
import { openFiles, readSealed, sealFiles, sealStoredTexts, writeSealed } from './sealed-storage.ts';

const own = '11'.repeat(32);
const others = '22'.repeat(32);
const words = 'Kanar-xabari';
let stored: Map<string, string>;

function signIn(key: string | undefined): void {
  session.admin = { id: 7, ...(key === undefined ? {} : { storage_key: key }) } as SessionAdmin;
  session.state = 'in';
}
function signOut(): void {
  session.state = 'out';
  session.admin = null;
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

const inStorage = () => {
  const texts = [...stored.values()];
  return [...texts, ...texts.map((text) => atob(text.replace('sealed:', '')))].join('\n');
};

test('decrypts for the same person only, under the same name', () => {
  signIn(own);
  expect(writeSealed('draft:7:a', words)).toBe(true);
  expect(inStorage()).not.toContain(words);
  expect(readSealed('draft:7:a')).toBe(words);
  stored.set('draft:7:b', stored.get('draft:7:a') ?? '');
  expect(readSealed('draft:7:b')).toBeNull();
  signOut();
  expect(readSealed('draft:7:a')).toBeNull();
  signIn(others);
  expect(readSealed('draft:7:a')).toBeNull();
  signIn(own);
  expect(readSealed('draft:7:a')).toBe(words);
});

test('writes nothing once the session is over', () => {
  signIn(own);
  signOut();
  expect(writeSealed('draft:7:a', words)).toBe(false);
  expect(stored.size).toBe(0);
});

test('restores long texts and every character', () => {
  signIn(own);
  const long = 'Oʻzbek, кириллица, 🙂 '.repeat(2000);
  writeSealed('draft:7:a', long);
  expect(readSealed('draft:7:a')).toBe(long);
  stored.set('draft:7:a', 'sealed:!');
  expect(readSealed('draft:7:a')).toBeNull();
});

test('stores plain text while the server provides no key, and encrypts it later', () => {
  signIn(undefined);
  writeSealed('note:7:1', words);
  expect(stored.get('note:7:1')).toBe(words);
  signIn(own);
  expect(readSealed('note:7:1')).toBe(words);
  sealStoredTexts(['note:7:1', 'note:7:2']);
  expect(inStorage()).not.toContain(words);
  expect(readSealed('note:7:1')).toBe(words);
});

test('restores files with their names and bytes, for the same person only', async () => {
  signIn(own);
  const file = new File([words], `${words}.txt`, { type: 'text/plain', lastModified: 5 });
  const sealed = await sealFiles('draft:7:a', [file]);
  expect(sealed.flatMap((one) => Object.values(one).map(String)).join()).not.toContain(words);
  const [opened] = openFiles('draft:7:a', sealed);
  expect([opened?.name, opened?.type, opened?.lastModified, await opened?.text()]).toEqual([
    file.name,
    'text/plain',
    5,
    words,
  ]);
  signIn(others);
  expect(openFiles('draft:7:a', sealed)).toEqual([]);
  signOut();
  await expect(sealFiles('draft:7:a', [file])).rejects.toThrow('no user is signed in');
});
