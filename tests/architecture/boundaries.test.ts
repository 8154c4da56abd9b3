import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations, type Violation } from './cruise.ts';

const root = resolve(import.meta.dirname, '../..');

/** Modules to import. */
const good = [
  'kernel/contract/index.ts',
  'kernel/domain/text/index.ts',
  'kernel/identity/contract/index.ts',
  'kernel/identity/client/login/page.ts',
  'kernel/identity/server/index.ts',
  'kernel/records/server/rows.ts',
  'kernel/devtools/demo/names.ts',
  'kernel/client/ui/index.ts',
  'kernel/server/api/index.ts',
  'kernel/testing/server.ts',
  'kernel/app/server/boot/start.ts',
  'kernel/plugin-api/contract.ts',
  'kernel/plugin-api/client.ts',
  'kernel/plugin-api/server.ts',
  'kernel/plugin-api/demo.ts',
  'kernel/plugin-api/testing.ts',
  'plugins/streets/manifest.ts',
  'plugins/streets/contract.ts',
  'plugins/streets/client/pages/list.ts',
  'plugins/streets/server/store.ts',
  'plugins/streets/demo/seed.ts',
  'plugins/users/manifest.ts',
  'plugins/users/contract.ts',
  'plugins/users/client/list.ts',
  'plugins/users/server/store.ts',
  'widgets/map/index.ts',
  'widgets/chat/index.ts',
  'tests/help.ts',
] as const;

/** Imports that a rule forbids: each becomes a module that contains nothing else. */
const forbidden: readonly [from: string, to: string, rule: string][] = [
  ['kernel/domain', 'react', 'domain-imports-zod-only'],
  ['kernel/domain/text', '#kernel/contract/index.ts', 'domain-imports-zod-only'],
  ['kernel/contract', 'react', 'contract-imports-zod-only'],
  ['kernel/identity/contract', 'node:fs', 'contract-imports-zod-only'],
  ['kernel/records/client', 'fastify', 'client-imports-browser-only'],
  ['kernel/identity/server', '#kernel/client/ui/index.ts', 'server-imports-node-only'],
  ['kernel/devtools/gallery', '#kernel/server/api/index.ts', 'gallery-imports-browser-only'],
  ['kernel/devtools/demo', '#kernel/client/ui/index.ts', 'demo-imports-node-only'],
  ['kernel/app/server', '#kernel/devtools/demo/names.ts', 'demo-on-request'],
  ['kernel/identity/server', '#kernel/devtools/demo/names.ts', 'demo-on-request'],
  ['kernel/identity/client', '#kernel/devtools/demo/names.ts', 'demo-on-request'],
  ['plugins/streets/server', '../demo/seed.ts', 'demo-on-request'],
  ['plugins/streets/server', '#kernel/plugin-api/demo.ts', 'demo-on-request'],
  ['plugins/streets/server', '#kernel/plugin-api/demo.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/demo', '../client/pages/list.ts', 'plugin-demo-imports-node-only'],
  ['plugins/streets/demo', '#plugins/users/server/store.ts', 'plugin-demo-imports-node-only'],
  ['kernel/contract', 'node:fs', 'contract-imports-zod-only'],
  ['kernel/contract', '#kernel/client/ui/index.ts', 'contract-imports-zod-only'],
  ['kernel/contract', '#kernel/server/api/index.ts', 'contract-imports-zod-only'],
  ['kernel/client', '#kernel/server/api/index.ts', 'client-imports-browser-only'],
  ['kernel/client', 'node:fs', 'client-imports-browser-only'],
  ['kernel/client', 'fastify', 'client-imports-browser-only'],
  ['kernel/client/ui', 'kysely', 'client-imports-browser-only'],
  ['kernel/server', '#kernel/client/ui/index.ts', 'server-imports-node-only'],
  ['kernel/server', '#widgets/map/index.ts', 'server-imports-node-only'],
  ['kernel/server', 'react', 'server-imports-node-only'],
  ['widgets/map', '#kernel/contract/index.ts', 'widgets-import-themselves-only'],
  ['widgets/map', '#plugins/users/contract.ts', 'widgets-import-themselves-only'],
  ['widgets/map', '#widgets/chat/index.ts', 'widgets-import-themselves-only'],
  ['widgets/map', 'valtio', 'widgets-import-themselves-only'],
  ['widgets/map', 'node:fs', 'widgets-import-themselves-only'],
  ['plugins/a/manifest.ts', '#plugins/users/manifest.ts', 'manifest-imports-contracts-only'],
  ['plugins/b/manifest.ts', '#kernel/client/ui/index.ts', 'manifest-imports-contracts-only'],
  ['plugins/c/contract.ts', '#kernel/server/api/index.ts', 'manifest-imports-contracts-only'],
  ['plugins/d/contract.ts', 'react', 'manifest-imports-contracts-only'],
  ['plugins/streets/client', '#plugins/users/client/list.ts', 'plugin-client-imports-browser-only'],
  ['plugins/streets/client', '#plugins/users/manifest.ts', 'plugin-client-imports-browser-only'],
  ['plugins/streets/client', '../server/store.ts', 'plugin-client-imports-browser-only'],
  ['plugins/streets/client', '#kernel/server/api/index.ts', 'plugin-client-imports-browser-only'],
  ['plugins/streets/client', 'pg', 'plugin-client-imports-browser-only'],
  ['plugins/streets/client', 'node:path', 'plugin-client-imports-browser-only'],
  ['plugins/streets/server', '#plugins/users/server/store.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/server', '#plugins/users/manifest.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/server', '../client/pages/list.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/server', '#kernel/client/ui/index.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/server', '#widgets/map/index.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/server', 'react', 'plugin-server-imports-node-only'],
  ['plugins/b/contract.ts', '#kernel/contract/index.ts', 'manifest-imports-contracts-only'],
  ['plugins/c/manifest.ts', '#kernel/plugin-api/client.ts', 'manifest-imports-contracts-only'],
  ['plugins/streets/client', '#kernel/client/ui/index.ts', 'plugin-client-imports-browser-only'],
  ['plugins/streets/client', '#kernel/plugin-api/server.ts', 'plugin-client-imports-browser-only'],
  ['plugins/streets/client', '#kernel/contract/index.ts', 'plugin-client-imports-browser-only'],
  ['plugins/streets/server', '#kernel/server/api/index.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/server', '#kernel/plugin-api/client.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/server', '#kernel/plugin-api/testing.ts', 'plugin-server-imports-node-only'],
  ['plugins/streets/demo', '#kernel/devtools/demo/names.ts', 'plugin-demo-imports-node-only'],
  ['plugins/streets/server/a.test.ts', '#kernel/testing/server.ts', 'plugin-tests-import-plugin-api-only'],
  ['plugins/streets/client/a.test.ts', '#kernel/client/ui/index.ts', 'plugin-tests-import-plugin-api-only'],
  ['kernel/plugin-api/contract.ts', 'react', 'plugin-api-fits-its-host'],
  ['kernel/plugin-api/client.ts', '#kernel/server/api/index.ts', 'plugin-api-fits-its-host'],
  ['kernel/plugin-api/server.ts', '#kernel/client/ui/index.ts', 'plugin-api-server-fits-its-host'],
  ['kernel/client/layout', '#kernel/identity/client/login/page.ts', 'identity-above-the-rest'],
  ['kernel/records/client', '#kernel/identity/client/login/page.ts', 'identity-above-the-rest'],
  ['kernel/server/http', '#kernel/identity/server/index.ts', 'identity-above-the-rest'],
  ['kernel/server/services', '#kernel/identity/contract/index.ts', 'identity-above-the-rest'],
  ['kernel/records/server', '#kernel/identity/server/index.ts', 'identity-above-the-rest'],
  ['kernel/devtools/gallery', '#kernel/identity/client/login/page.ts', 'identity-above-the-rest'],
  ['kernel/server/jobs', '#kernel/app/server/boot/start.ts', 'app-above-all'],
  ['kernel/identity/server', '#kernel/app/server/boot/start.ts', 'app-above-all'],
  ['kernel/devtools/demo', '#kernel/app/server/boot/start.ts', 'app-above-all'],
  ['kernel/app/client', '#kernel/server/api/index.ts', 'client-imports-browser-only'],
  ['kernel/app/server', '#kernel/client/ui/index.ts', 'server-imports-node-only'],
  ['kernel/server/api', '#kernel/records/server/rows.ts', 'records-above-its-hosts'],
  ['kernel/client/search', '#kernel/records/client/list/rows.ts', 'records-above-its-hosts'],
  ['kernel/server', '#kernel/plugin-api/server.ts', 'plugin-api-is-for-plugins'],
  ['kernel/client', '#kernel/plugin-api/client.ts', 'plugin-api-is-for-plugins'],
  ['plugins/streets/shared', '../contract.ts', 'plugin-has-known-parts'],
  ['kernel/server', '../../tests/help.ts', 'nothing-imports-tests'],
  ['plugins/streets/client', '../../../tests/help.ts', 'nothing-imports-tests'],
  ['kernel/testing', '../../tests/help.ts', 'testing-imports-no-test'],
  ['kernel/server', '#kernel/testing/server.ts', 'testing-from-tests-only'],
  ['plugins/streets/server', '#kernel/testing/server.ts', 'testing-from-tests-only'],
  ['kernel/server', '#plugins/users/server/store.ts', 'kernel-names-no-plugin'],
  ['kernel/client', '#plugins/users/manifest.ts', 'kernel-names-no-plugin'],
  ['kernel/contract', '#plugins/users/contract.ts', 'kernel-names-no-plugin'],
  ['kernel/testing', '#plugins/users/contract.ts', 'kernel-names-no-plugin'],
  ['kernel/server', './nowhere.ts', 'no-unresolvable'],
  ['plugins/streets/server', 'a-package-of-nobody', 'no-unresolvable'],
];

/** Imports that the table allows. */
const allowed: readonly [from: string, to: string][] = [
  ['kernel/contract', 'zod'],
  ['kernel/contract', '#kernel/domain/text/index.ts'],
  ['kernel/domain/geo', '#kernel/domain/text/index.ts'],
  ['kernel/identity/server', '#kernel/identity/contract/index.ts'],
  ['kernel/app/client', '#kernel/identity/client/login/page.ts'],
  ['kernel/app/server/boot', '#kernel/identity/server/index.ts'],
  ['kernel/app/server/cli', '#kernel/identity/server/index.ts'],
  ['kernel/records/client', '#kernel/client/ui/index.ts'],
  ['kernel/devtools/gallery', '#kernel/client/ui/index.ts'],
  ['kernel/devtools/demo', 'node:fs'],
  ['kernel/devtools/demo', '#kernel/identity/server/index.ts'],
  ['kernel/devtools/demo', '#kernel/records/server/rows.ts'],
  ['plugins/streets/demo', '../server/store.ts'],
  ['plugins/streets/demo', '#kernel/plugin-api/demo.ts'],
  ['kernel/client', '#kernel/contract/index.ts'],
  ['kernel/client', '#widgets/chat/index.ts'],
  ['kernel/client', 'react'],
  ['kernel/server', '#kernel/contract/index.ts'],
  ['kernel/server', 'node:fs'],
  ['kernel/server', 'fastify'],
  ['kernel/testing', '#kernel/server/api/index.ts'],
  ['kernel/testing', '#kernel/app/server/boot/start.ts'],
  ['widgets/map', './index.ts'],
  ['widgets/map', 'react'],
  ['plugins/a/contract.ts', '#plugins/users/contract.ts'],
  ['plugins/b/manifest.ts', '#kernel/plugin-api/contract.ts'],
  ['plugins/c/contract.ts', '#kernel/domain/text/index.ts'],
  ['plugins/streets/client', '../manifest.ts'],
  ['plugins/streets/client', '../contract.ts'],
  ['plugins/streets/client', '#plugins/users/contract.ts'],
  ['plugins/streets/client', '#kernel/plugin-api/client.ts'],
  ['plugins/streets/client', '#kernel/domain/text/index.ts'],
  ['plugins/streets/client', '#widgets/map/index.ts'],
  ['plugins/streets/server', '#plugins/users/contract.ts'],
  ['plugins/streets/server', '#kernel/plugin-api/server.ts'],
  ['plugins/streets/server', '#kernel/plugin-api/contract.ts'],
  ['plugins/streets/server/b.test.ts', '#kernel/plugin-api/testing.ts'],
  ['plugins/streets/server', 'kysely'],
  ['plugins/streets/server', 'node:crypto'],
  ['tests', '#plugins/users/server/store.ts'],
  ['tests', '#kernel/testing/server.ts'],
];

let scratch: string;
let violations: readonly Violation[];

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'komak-boundaries-'));
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  write('package.json', readManifest());
  for (const path of good) write(path, 'export const here = true;\n');
  write('plugins/users/manifest.ts', importing('./contract.ts'));
  forbidden.forEach(([from, to], index) => write(moduleOf('bad', from, index), importing(to)));
  allowed.forEach(([from, to], index) => write(moduleOf('fine', from, index), importing(to)));
  write('plugins/streets/server/seed.ts', "export const load = async () => import('../demo/seed.ts');\n");
  write('kernel/server/round.ts', "import { about } from './about.ts';\nexport const round = about;\n");
  write(
    'kernel/server/about.ts',
    "import type { round } from './round.ts';\nexport const about = '' as unknown as typeof round;\n",
  );
  write('kernel/records/client/list/rows.ts', importing('../form/fields.ts'));
  write('kernel/records/client/form/fields.ts', 'export const fields = 1;\n');
  write('kernel/records/client/form/back.ts', importing('../list/columns.ts'));
  write('kernel/records/client/list/columns.ts', 'export const columns = 1;\n');
  write('plugins/streets/server/entry.ts', importing('./transfer/sheet.ts'));
  write('plugins/streets/server/transfer/sheet.ts', importing('../problems.ts'));
  write('plugins/streets/server/problems.ts', 'export const problems = 1;\n');
  write('kernel/server/queue/run.ts', importing('#kernel/devtools/queue/rows.ts'));
  write('kernel/devtools/queue/rows.ts', 'export const rows = 1;\n');
  write('kernel/devtools/queue/count.ts', importing('#kernel/server/queue/size.ts'));
  write('kernel/server/queue/size.ts', 'export const size = 1;\n');
  write('kernel/server/alone.ts', 'export const alone = true;\n');
  violations = await findViolations(scratch);
});

afterAll(() => rmSync(scratch, { recursive: true }));

describe('rules of imports', () => {
  test.each(forbidden.map((row, index) => [...row, index] as const))(
    '%s may not import %s (%s)',
    (from, _to, rule, index) => {
      expect(rulesBrokenBy(moduleOf('bad', from, index))).toContain(rule);
    },
  );

  test.each(allowed.map((row, index) => [...row, index] as const))('%s may import %s', (from, _to, index) => {
    expect(rulesBrokenBy(moduleOf('fine', from, index))).toEqual([]);
  });

  test('a manifest may import its own contract', () => {
    expect(rulesBrokenBy('plugins/users/manifest.ts')).toEqual([]);
  });

  test('a server module may load its demonstration with import()', () => {
    expect(rulesBrokenBy('plugins/streets/server/seed.ts')).toEqual([]);
  });

  test('finds a cycle, also through a type', () => {
    const circles = violations
      .filter(({ rule }) => rule === 'no-cycles')
      .map(({ circle }) => circle.toSorted());
    expect(circles).toContainEqual(['kernel/server/about.ts', 'kernel/server/round.ts']);
  });

  test('finds folders that import each other without a cycle of modules', () => {
    const reports = violations
      .filter(({ rule }) => rule === 'no-folder-pairs')
      .map(({ from, because }) => `${from}: ${because}`);
    expect(reports).toContainEqual(expect.stringContaining('(kernel/records/client: form <> list)'));
    expect(reports).toContainEqual(expect.stringContaining('(plugins/streets/server: . <> transfer)'));
  });

  test('finds units of the kernel that import each other, in different parts of it', () => {
    const reports = violations
      .filter(({ rule }) => rule === 'no-unit-circles')
      .map(({ from, because }) => `${from}: ${because}`);
    expect(reports).toContainEqual(
      expect.stringContaining('kernel/devtools/queue → kernel/server/queue → kernel/devtools/queue'),
    );
  });

  test('finds a module that nothing imports', () => {
    expect(rulesBrokenBy('kernel/server/alone.ts')).toEqual(['no-orphans']);
  });
});

/** The path of a scratch module: the given file, or a new one in the given folder. */
function moduleOf(kind: string, from: string, index: number): string {
  return from.endsWith('.ts') ? from.replace('plugins/', `plugins/${kind}_`) : `${from}/${kind}-${index}.ts`;
}

/** Every other import is type-only, which counts too. */
let written = 0;
function importing(target: string): string {
  written += 1;
  const kind = written % 2 === 0 ? 'import type' : 'import';
  return `${kind} * as it from '${target}';\nexport const used = '' as unknown as typeof it;\n`;
}

/**
 * Rules that compare folders: forbidden modules form pairs and circles, and an allowed module may be the
 * other end of one.
 */
const ofFolders = ['no-folder-pairs', 'no-unit-circles'];

function rulesBrokenBy(module: string): string[] {
  return violations
    .filter(({ from, rule }) => from === module && !ofFolders.includes(rule))
    .map(({ rule }) => rule);
}

function write(path: string, text: string): void {
  const file = join(scratch, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function readManifest(): string {
  return JSON.stringify({
    name: 'scratch',
    type: 'module',
    imports: { '#kernel/*': './kernel/*', '#plugins/*': './plugins/*', '#widgets/*': './widgets/*' },
    dependencies: { react: '*', zod: '*', fastify: '*', kysely: '*', pg: '*', valtio: '*' },
  });
}
