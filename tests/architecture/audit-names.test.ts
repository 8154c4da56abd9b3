import { expect, test } from 'vitest';
import { languages } from '#kernel/domain/text/languages.ts';
import { textsOf } from './locales.ts';
import { sources } from './sources.ts';

// The audit page names actions, subjects and details; a new one without a text would be shown as a code.

const servers = sources(
  /^(plugins\/[^/]+\/server|kernel\/((app|identity)\/server|server))\/.*(?<!\.test)\.ts$/u,
);
/** Action names composed at runtime: changes of records and plugins. */
const combined = [
  ...[
    'streets',
    'directions',
    'household_categories',
    'neighborhoods',
    'chat.entry',
    'letters.template',
  ].flatMap((thing) => ['create', 'update', 'delete'].map((verb) => `${thing}.${verb}`)),
  ...[
    'streets',
    'directions',
    'household_categories',
    'neighborhoods',
    'letters.template',
    'households',
    'users',
    'admins',
    'admins.role',
  ].flatMap((thing) => ['update', 'restore'].map((verb) => `${thing}.${verb}`)),
  ...['enable', 'disable', 'configure', 'retry', 'add', 'remove', 'purge'].map(
    (verb) => `plugins.plugin.${verb}`,
  ),
  ...['done', 'failed', 'stopped'].map((state) => `letters.batch.${state}`),
  ...['done', 'stopped'].map((state) => `applications.batch.${state}`),
];

const codes = (pattern: RegExp) =>
  servers.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, code = '']) => code));

const actions = new Set([
  ...combined,
  ...codes(/\baction(?::| =)[^,;\n]*?'([a-z_]+\.[a-z_.]+)'/gu),
  ...codes(/\baction(?::| =)[^,;\n]*? : '([a-z_]+\.[a-z_.]+)'/gu),
]);
const things = new Set(codes(/\bsubjectType: '([a-z_]+)'/gu));

test.each(languages)('every action and subject of the audit log has a name (%s)', (language) => {
  const texts = textsOf(language, 'audit');
  expect(actions.size).toBeGreaterThan(60);
  expect(things.size).toBeGreaterThan(8);
  const nameless = [
    ...[...actions].map((action) => `actions.${action.replaceAll('.', '_')}`),
    ...[...things].map((thing) => `subjects.${thing}`),
  ].filter((key) => !texts.has(key));
  expect(nameless).toEqual([]);
});
