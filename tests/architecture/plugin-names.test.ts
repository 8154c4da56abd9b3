import { expect, test } from 'vitest';
import { findPluginNames, readPluginNames } from './plugin-names.ts';
import { sources } from './sources.ts';

const names = readPluginNames();

test('no file of the kernel names a plugin, its paths, its tables or its permissions', () => {
  const files = sources(/^kernel\/.*\.([jt]sx?|json|sql|html)$/).filter(
    ({ path }) => !/\.test\.|^kernel\/testing\//.test(path),
  );
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => findPluginNames(file, names))).toEqual([]);
});

test('the names come from what the plugins declare', () => {
  expect(names.paths).toEqual(expect.arrayContaining(['admins', 'oneid', 'household-categories', 'chatbot']));
  expect(names.tables).toEqual(expect.arrayContaining(['household_citizens', 'streets_v1_streets']));
  expect(names.permissions).toContain('street_add');
});

test.each([
  ["await send('POST', 'admins/login', {});", 'admins/login'],
  ['location.assign(apiAddress(`oneid?${query}`));', 'oneid?'],
  ["const isSettings = path === '/settings';", '/settings'],
  ["import { street } from '#plugins/streets/contract.ts';", '#plugins/streets/contract.ts'],
  ["const later = import('../../plugins/streets/contract.ts');", '../../plugins/streets/contract.ts'],
  ['await sql`delete from streets where id = ${id}`.execute(database);', 'delete from streets where id ='],
  ['const access = allOf("street_add");', 'street_add'],
  ["t('streets:menu.list');", 'streets:menu.list'],
  ["await audit({ action: 'streets.street.create' });", 'streets.street.create'],
])('%s', (text, found) => {
  const named = findPluginNames({ path: 'kernel/server/some.ts', text }, names);
  expect(named).toEqual([`kernel/server/some.ts: ${found}`]);
});

test('statements in migrations count, and comments do not', () => {
  const text = '-- Households refer to streets.\nalter table streets add column kernel_id bigint;';
  expect(findPluginNames({ path: 'kernel/server/some.sql', text }, names)).toHaveLength(1);
  const comment = '/** @example allOf("street_add") */ export const one = 1;';
  expect(findPluginNames({ path: 'kernel/server/some.ts', text: comment }, names)).toEqual([]);
});
