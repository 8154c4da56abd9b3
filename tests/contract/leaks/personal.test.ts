import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { personal } from '#kernel/contract/index.ts';
import { maskByName, maskPersonal } from '#kernel/server/personal/mask-personal.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';
import { manifests } from '../../architecture/manifests.ts';
import { calls } from './calls.ts';
import { outgoingOf, undeclaredIn } from './personal.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: manifests.map(({ id }) => id) });
});
afterAll(() => server?.close());

const clearRoutes = () =>
  server.services.plugins.loaded
    .flatMap(({ module }) => module.routes ?? [])
    .filter(({ clear }) => clear !== undefined);

test('every personal field of a response, an event and a notice declares its kind', () => {
  const outgoing = outgoingOf(server);
  expect(outgoing.length).toBeGreaterThan(150);
  expect(outgoing.flatMap(undeclaredIn)).toEqual([]);
});

test('finds a field without a kind at any depth', () => {
  const text = z.string();
  const nested = z.object({
    items: z.array(z.object({ owner: z.object({ name: text, pinfl: text.nullable() }).optional() })),
    has_passport: z.boolean(),
  });
  const lines = z.discriminatedUnion('type', [
    z.object({ type: z.literal('a') }),
    z.object({ type: z.literal('b'), passport: personal('passport', z.string()) }),
  ]);
  expect(undeclaredIn({ name: 'GET x', schema: nested, isRaw: false })).toEqual([
    'GET x: items.owner.pinfl says no kind',
  ]);
  expect(undeclaredIn({ name: 'GET x', schema: lines, isRaw: true })).toEqual([
    'GET x: passport is sent without a mask',
  ]);
  const listed = z.object({ birthday: z.array(personal('birthday', z.string())) });
  expect(undeclaredIn({ name: 'GET x', schema: listed, isRaw: false })).toEqual([]);
});

test('only these calls return unmasked values, and the table of leaks lists them', () => {
  const names = clearRoutes().map(({ method, path }) => `${method} ${path}`);
  expect(names.toSorted()).toEqual([
    'GET applications/:id',
    'GET households/:id',
    'GET users/:id',
    'GET users/:id/merge/:other',
    'GET users/lookup',
    'POST applications/:id/reveal',
    'POST users/:id/reveal',
  ]);
  const inClear = Object.entries(calls).flatMap(([name, { discloses = {}, versioned = {} }]) =>
    [...Object.values(discloses), ...Object.values(versioned)]
      .flat()
      .some((secret) => /\.(numbers|birthday|written)$/.test(secret))
      ? [name]
      : [],
  );
  // The merge shows two separate citizens, without canaries.
  expect(inClear.toSorted()).toEqual(names.filter((name) => !name.includes('/merge/')).toSorted());
});

test('masks by kind at every depth, in unions, records and lists, and leaves the given value alone', () => {
  const person = z.object({
    personal_number: personal('jshshir', z.string()).nullable(),
    passport_number: personal('passport', z.string().nullable()),
    birthday: personal('birthday', z.string()).optional(),
    name: z.string(),
  });
  const schema = z.object({
    items: z.array(z.union([person, z.object({ id: z.int() })])),
    byName: z.record(z.string(), person.nullable()),
    words: personal('text', z.string()),
  });
  const given = {
    items: [
      { personal_number: '31210632040244', passport_number: '1234567', birthday: '1963-10-12', name: 'A' },
      { id: 1 },
    ],
    byName: { b: { personal_number: null, passport_number: null, name: 'B' } },
    words: 'AB1234567',
  };
  const before = structuredClone(given);
  const masked = maskPersonal(schema, given);
  expect(masked).toEqual({
    items: [
      { personal_number: '••••••••••0244', passport_number: '••••67', birthday: '1963', name: 'A' },
      { id: 1 },
    ],
    byName: { b: { personal_number: null, passport_number: null, name: 'B' } },
    words: 'AB ••••67',
  });
  expect(maskPersonal(schema, masked)).toEqual(masked);
  expect(given).toEqual(before);
});

test('masks a record beside an error by the names of its fields', () => {
  const at = new Date(0);
  const current = {
    at,
    author: { personal_number: '31210632040244', birthday: null },
    planned_assistance: 'AB1234567',
  };
  expect(maskByName({ current })).toEqual({
    current: {
      at,
      author: { personal_number: '••••••••••0244', birthday: null },
      planned_assistance: 'AB ••••67',
    },
  });
});

test('a schema without personal fields returns the same value', () => {
  const value = { id: 1 };
  expect(maskPersonal(z.object({ id: z.int() }), value)).toBe(value);
});
