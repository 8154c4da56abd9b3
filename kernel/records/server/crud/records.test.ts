import { expect, test } from 'vitest';
import { CodedError } from '#kernel/contract/index.ts';
import { assertUnused, assertVersion, changedFields } from './records.ts';

test('names the changed fields, also within name blocks, and lists as a whole', () => {
  const before = {
    id: 1,
    uz: { name: 'A' },
    ru: { name: 'Б' },
    coords: [[1, 2]],
    color: '#000000',
    note: null,
  };
  expect(
    changedFields(before, { uz: { name: 'A' }, ru: { name: 'В' }, coords: [[1, 3]], color: '#000000' }),
  ).toEqual(['ru.name', 'coords']);
  expect(changedFields(before, { note: undefined, color: '#000000' })).toEqual([]);
  expect(changedFields({}, { uz: { name: 'A' }, more: 0 })).toEqual(['uz', 'more']);
});

test('a version is a timestamp in any notation; an invalid one is null', () => {
  const current = { id: 7, updatedAt: '2026-11-21T08:15:30.120Z' };
  expect(() => assertVersion({ version: null }, current)).not.toThrow();
  expect(() => assertVersion({ version: '2026-11-21T13:15:30.12+05:00' }, current)).not.toThrow();
  const rejection = errorOf(() => assertVersion({ version: '2026-11-21T08:15:30.119Z' }, current));
  expect(rejection).toMatchObject({ status: 409, code: 'edit_conflict', beside: { current } });
});

test('adds up references by plugin, and allows a removal without any', async () => {
  const requestOf = (uses: readonly [string, number][]) => ({
    hooks: {
      async call(_hook: unknown, payload: unknown) {
        for (const [plugin, count] of uses)
          (payload as { uses(plugin: string, count: number): void }).uses(plugin, count);
      },
    },
  });
  await expect(
    assertUnused(requestOf([['streets', 0]]), 'neighborhoods.neighborhood', 1),
  ).resolves.toBeUndefined();
  await expect(
    assertUnused(
      requestOf([
        ['streets', 2],
        ['households', 0],
        ['streets', 3],
      ]),
      'neighborhoods.neighborhood',
      1,
    ),
  ).rejects.toMatchObject({ code: 'in_use', beside: { uses: { streets: 5 } } });
});

function errorOf(work: () => void): CodedError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof CodedError) return error;
    throw error;
  }
}
