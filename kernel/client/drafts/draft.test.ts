import { beforeEach, expect, test } from 'vitest';
import { Draft, type FileStorage, type TextStorage } from './draft.ts';

let words: Map<string, string>;
let shelved: Map<string, readonly File[]>;
let full: boolean;

const texts: TextStorage = {
  getItem: (key) => words.get(key) ?? null,
  setItem(key, value) {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    words.set(key, value);
  },
  removeItem: (key) => void words.delete(key),
};

const files: FileStorage = {
  get: async (key) => shelved.get(key),
  async set(key, chosen) {
    if (full) throw new DOMException('full', 'QuotaExceededError');
    shelved.set(key, chosen);
  },
  del: async (key) => void shelved.delete(key),
};

const open = (name = '7:message') => new Draft(name, { text: '' }, texts, files);
const photo = new File(['x'], 'tom-1.jpg');

beforeEach(() => {
  words = new Map();
  shelved = new Map();
  full = false;
});

test("restores text, files and the change's key after a reload", async () => {
  const draft = open();
  draft.setValue({ text: 'Salom' });
  await draft.setFiles([photo]);
  const { idempotencyKey } = draft.state();

  const again = open();
  expect(again.state()).toMatchObject({
    value: { text: 'Salom' },
    restored: true,
    dirty: true,
    idempotencyKey,
  });
  await expect.poll(() => again.state().files).toEqual([photo]);
});

test('is removed after the server has stored it, and the next change has its own key', async () => {
  const draft = open();
  draft.setValue({ text: 'Salom' });
  await draft.setFiles([photo]);
  const before = draft.state().idempotencyKey;
  await draft.clear();
  expect(draft.state()).toMatchObject({ value: { text: '' }, files: [], dirty: false });
  expect(draft.state().idempotencyKey).not.toBe(before);
  expect(words.size + shelved.size).toBe(0);
});

test('a text is removed without waiting for a storage of files that never answers', async () => {
  const silent: FileStorage = { ...files, del: () => new Promise(() => undefined) };
  const draft = new Draft('7:message', { text: '' }, texts, silent);
  draft.setValue({ text: 'Salom' });
  const isRemoved = draft.clear().then(() => true);
  const limit = new Promise((done) => setTimeout(done, 200, false));
  expect(await Promise.race([isRemoved, limit])).toBe(true);
  expect(words.size).toBe(0);
});

test('a new key keeps text and files, also across a reload', async () => {
  const draft = open();
  draft.setValue({ text: 'Salom' });
  await draft.setFiles([photo]);
  const former = draft.state();
  const key = draft.renewKey();
  expect(key).not.toBe(former.idempotencyKey);
  expect(draft.state()).toEqual({ ...former, idempotencyKey: key });
  expect(open().state()).toMatchObject({ value: { text: 'Salom' }, idempotencyKey: key });
});

test('keeps drafts of admins apart', () => {
  open('7:message').setValue({ text: 'Salom' });
  expect(open('8:message').state().value).toEqual({ text: '' });
});

test('keeps the form when storage is full, and reports that files are at risk', async () => {
  const draft = open();
  full = true;
  draft.setValue({ text: 'Salom' });
  await draft.setFiles([photo]);
  expect(draft.state()).toMatchObject({ value: { text: 'Salom' }, files: [photo], filesAtRisk: true });
});

test('reports that files are being written until all of them are stored', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  const slow: FileStorage = {
    ...files,
    set: async (key, chosen) => isRead.then(() => files.set(key, chosen)),
  };
  const draft = new Draft('7:message', { text: '' }, texts, slow);
  const seen: string[] = [];
  draft.subscribe(() => void seen.push(draft.state().storage));
  draft.setValue({ text: 'Salom' });
  expect(new Set(seen)).toEqual(new Set(['stored']));
  const first = draft.setFiles([photo]);
  const second = draft.setFiles([photo, new File(['y'], 'tom-2.jpg')]);
  expect(draft.state().storage).toBe('writing');
  read();
  await first;
  expect(draft.state().storage).toBe('writing');
  await second;
  expect(draft.state().storage).toBe('stored');
});

test('reports that text or files are not stored, until they are', async () => {
  const draft = open();
  full = true;
  draft.setValue({ text: 'Salom' });
  expect(draft.state().storage).toBe('failed');
  full = false;
  draft.setValue({ text: 'Salom!' });
  expect(draft.state().storage).toBe('stored');
  full = true;
  await draft.setFiles([photo]);
  full = false;
  draft.setValue({ text: 'Salom' });
  expect(draft.state()).toMatchObject({ storage: 'failed', filesAtRisk: true });
  await draft.setFiles([]);
  expect(draft.state()).toMatchObject({ storage: 'stored', filesAtRisk: false });
});

test('has no unsaved content after it is cleared', async () => {
  const draft = open();
  full = true;
  const writing = draft.setFiles([photo]);
  await draft.clear();
  await writing;
  expect(draft.state()).toMatchObject({ storage: 'stored', filesAtRisk: false });
});

test('prefers files that were chosen while stored ones were read', async () => {
  shelved.set('draft:7:message', [photo]);
  const draft = open();
  const newer = new File(['y'], 'tom-2.jpg');
  await draft.setFiles([newer]);
  expect(draft.state().files).toEqual([newer]);
});

test('ignores a damaged text', () => {
  words.set('draft:7:message', '{');
  expect(open().state()).toMatchObject({ value: { text: '' }, restored: false });
});
