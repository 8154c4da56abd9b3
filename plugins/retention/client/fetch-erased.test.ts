import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type ErasedSince, erasedQuerySchema } from '../contract.ts';

const cursors = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string];
const nobody: ErasedSince = {
  users: [],
  applications: [],
  households: [],
  cursor: null,
  more: false,
  age: null,
};

let stored: Map<string, string>;
/** The requests and their responses; a number is the status of a failure. */
let requested: string[];
let responses: (ErasedSince | number)[];
/** The names in the storage when the cursor was stored. */
let storedWithCursor: string[][];
/** Runs while a response is pending. */
let whileResponding: () => void;
let fetchErased: () => Promise<void>;

/** Opens a page of a browser: its storage persists, its memory does not. */
async function openPage(): Promise<void> {
  vi.resetModules();
  ({ fetchErased } = await import('./fetch-erased.ts'));
}

beforeEach(async () => {
  stored = new Map();
  requested = [];
  responses = [];
  storedWithCursor = [];
  whileResponding = () => undefined;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem(key: string, value: string) {
      if (key === 'retention-erased') storedWithCursor.push([...stored.keys()]);
      stored.set(key, value);
    },
  };
  // `Object.keys` lists the names, as for a browser's storage.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address.replace('/api/uz/retention/erased', ''));
    whileResponding();
    const response = responses.shift() ?? nobody;
    return typeof response === 'number'
      ? new Response('{}', { status: response })
      : new Response(JSON.stringify(response), { status: 200 });
  });
  await openPage();
});

// Other test files run in this process.
afterAll(() => void vi.unstubAllGlobals());

test('a browser without stored data requests the newest cursor only, and continues from it', async () => {
  responses = [{ ...nobody, cursor: cursors[0] }, nobody, nobody];
  await fetchErased();
  expect(stored.get('retention-erased')).toBe(cursors[0]);
  await fetchErased();
  await openPage();
  await fetchErased();
  expect(requested).toEqual(['?after=latest', `?after=${cursors[0]}`, `?after=${cursors[0]}`]);
});

test('a browser with stored data receives all erasures page by page, and erases before it stores the cursor', async () => {
  for (const name of [
    'note:1:5',
    'note:2:6',
    'note:1:7',
    'draft:1:applications.letter.5.new',
    'draft:1:users.9',
    'theme',
  ])
    stored.set(name, 'x');
  responses = [
    { ...nobody, applications: [5], age: 99_999, cursor: cursors[0], more: true },
    { ...nobody, applications: [6], users: [9], age: 99_999, cursor: cursors[1] },
  ];
  await fetchErased();
  expect(requested).toEqual(['', `?after=${cursors[0]}`]);
  expect(storedWithCursor).toEqual([
    ['note:2:6', 'note:1:7', 'draft:1:users.9', 'theme'],
    ['note:1:7', 'theme', 'retention-erased'],
  ]);
  expect(stored.get('retention-erased')).toBe(cursors[1]);
});

test('erases drafts of every kind about a record, and keeps those whose own number is the same', async () => {
  const about = [
    'applications.letter.5.new',
    'applications.letterVoid.5.8',
    'applications.task.5.8.done',
    'applications.term.5.study',
    'applications.hold.5',
    'users.hold.6',
    'users.block.6',
    'users.6',
    'households.7',
  ];
  const others = ['applications.letterVoid.8.5', 'applications.task.8.5.done', 'users.5', 'households.5'];
  for (const key of [...about, ...others]) stored.set(`draft:3:${key}`, 'x');
  responses = [
    { ...nobody, applications: [5], users: [6], households: [7], age: 99_999, cursor: cursors[0] },
  ];
  await fetchErased();
  expect([...stored.keys()].toSorted()).toEqual(
    [...others.map((key) => `draft:3:${key}`), 'retention-erased'].toSorted(),
  );
});

test('retries a failed request from its last cursor', async () => {
  stored.set('note:1:5', 'x');
  responses = [{ ...nobody, applications: [4], age: 9, cursor: cursors[0], more: true }, 500];
  await fetchErased();
  expect(stored.get('retention-erased')).toBe(cursors[0]);
  responses = [{ ...nobody, applications: [5], age: 9, cursor: cursors[1] }];
  await fetchErased();
  expect(requested.at(-1)).toBe(`?after=${cursors[0]}`);
  expect([...stored.keys()]).toEqual(['retention-erased']);
});

test('requests all erasures for data stored before the newest cursor arrived', async () => {
  responses = [
    { ...nobody, cursor: cursors[0] },
    { ...nobody, applications: [5], age: 9, cursor: cursors[0] },
  ];
  whileResponding = () => void (requested.length === 1 && stored.set('note:1:5', 'x'));
  await fetchErased();
  expect(requested).toEqual(['?after=latest', '']);
  expect([...stored.keys()]).toEqual(['retention-erased']);
});

test('each page has its own cursor: data erased by another page is still in its memory', async () => {
  stored.set('retention-erased', cursors[0]);
  await fetchErased();
  stored.set('retention-erased', cursors[1]);
  await fetchErased();
  expect(requested).toEqual([`?after=${cursors[0]}`, `?after=${cursors[0]}`]);
});

test.each(['x', '00000000-0000-4000-7000-000000000001', '00000000-0000-0000-8000-000000000001'])(
  'an invalid stored cursor counts as absent: %s',
  async (cursor) => {
    stored.set('retention-erased', cursor);
    await fetchErased();
    expect(requested).toEqual(['?after=latest']);
    expect(erasedQuerySchema.safeParse({ after: cursor }).success).toBe(false);
  },
);

test('a page opened before an erasure receives it, though its browser has stored nothing', async () => {
  const { apolloClient } = await import('#kernel/plugin-api/testing-client.ts');
  const { gql } = await import('#kernel/plugin-api/client.ts');
  const { cache } = apolloClient();
  const query = gql('query Sample { name }');
  cache.writeQuery({ query, data: { name: 'Zulfiya' } });
  responses = [
    { ...nobody, cursor: cursors[0], age: 0 },
    { ...nobody, users: [5], cursor: cursors[0], age: 0 },
  ];
  await fetchErased();
  expect(requested).toEqual(['?after=latest', '']);
  expect(cache.readQuery<{ name: string }>({ query })).toBeNull();
});

test.each([
  ['is deleted if a citizen was erased since it began', 0, undefined],
  ['stays, where they were before', 99_999, 'Zulfiya'],
])('the cursor of a page %s', async (_, age, left) => {
  const { apolloClient } = await import('#kernel/plugin-api/testing-client.ts');
  const { gql } = await import('#kernel/plugin-api/client.ts');
  const { cache } = apolloClient();
  const query = gql('query Sample { name }');
  cache.writeQuery({ query, data: { name: 'Zulfiya' } });
  stored.set('retention-erased', cursors[0]);
  responses = [{ ...nobody, users: [5], age, cursor: cursors[1] }];
  await fetchErased();
  expect(cache.readQuery<{ name: string }>({ query })?.name).toBe(left);
});

test('stops when a response repeats a cursor', async () => {
  stored.set('retention-erased', cursors[0]);
  responses = [
    { ...nobody, cursor: cursors[0], more: true },
    { ...nobody, cursor: cursors[0], more: true },
  ];
  await fetchErased();
  expect(requested).toHaveLength(1);
});
