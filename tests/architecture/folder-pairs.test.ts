import { expect, test } from 'vitest';
import { findFolderPairs } from './folder-pairs.ts';

/** The pairs in lines such as `kernel/client/app/a.ts > kernel/client/data/b.ts`. */
function pairsOf(...lines: readonly string[]): string[] {
  const imports = lines.map((line) => {
    const [from = '', to = ''] = line.split(' > ');
    return { from, to };
  });
  return findFolderPairs(imports).map(({ name }) => name);
}

test('finds folders that import each other through different files', () => {
  const lines = [
    'kernel/client/data/a.ts > kernel/client/app/b.ts',
    'kernel/client/app/c.ts > kernel/client/data/d.ts',
  ];
  expect(pairsOf(...lines)).toEqual(['kernel/client: app <> data']);
  expect(pairsOf(...lines.toReversed())).toEqual(['kernel/client: app <> data']);
});

test('counts deeper files with their folder, and checks folders at every depth', () => {
  expect(
    pairsOf(
      'kernel/client/ui/data/table.tsx > kernel/client/i18n/texts.ts',
      'kernel/client/i18n/deep/er.ts > kernel/client/ui/layout/page.tsx',
      'kernel/client/ui/layout/page.tsx > kernel/client/ui/data/table.tsx',
      'kernel/client/ui/data/row.tsx > kernel/client/ui/layout/grid.tsx',
    ),
  ).toEqual(['kernel/client: i18n <> ui', 'kernel/client/ui: data <> layout']);
});

test('counts the files beside subfolders as one of them, named by a dot', () => {
  expect(
    pairsOf(
      'plugins/users/server/index.ts > plugins/users/server/transfer/routes.ts',
      'plugins/users/server/transfer/read/sheet.ts > plugins/users/server/errors.ts',
    ),
  ).toEqual(['plugins/users/server: . <> transfer']);
});

test.each([
  ['parts of the kernel', 'kernel', 'kernel/client/app/a.ts', 'kernel/identity/client/b.ts'],
  ['plugins', 'plugins', 'plugins/users/contract.ts', 'plugins/streets/contract.ts'],
  ['tests', 'tests/bench', 'tests/bench/support/a.ts', 'tests/bench/map/b.ts'],
  ['top-level folders', 'root', 'kernel/client/a.ts', 'widgets/map/b.ts'],
])('checks %s', (_name, parent, one, other) => {
  const [pair, ...others] = pairsOf(`${one} > ${other}`, `${other} > ${one}`);
  expect(pair).toMatch(new RegExp(`^${parent}: `));
  expect(others).toEqual([]);
});

test.each([
  ['one way', ['plugins/users/server/a.ts > plugins/users/client/b.ts']],
  [
    'an entry above subfolders, and a core below them',
    [
      'plugins/users/server/index.ts > plugins/users/server/transfer/routes.ts',
      'plugins/users/server/index.ts > plugins/users/server/core/errors.ts',
      'plugins/users/server/transfer/routes.ts > plugins/users/server/core/errors.ts',
    ],
  ],
  [
    'files of one folder',
    [
      'kernel/server/jobs/a.ts > kernel/server/jobs/b.ts',
      'kernel/server/jobs/b.ts > kernel/server/jobs/a.ts',
    ],
  ],
  [
    'files beside the top-level folders',
    ['vite.config.ts > kernel/contract/plugin/manifest.ts', 'kernel/client/a.ts > deployment.json'],
  ],
  [
    'kernel/domain as a layer of its own',
    [
      'kernel/client/a.ts > widgets/map/b.ts',
      'widgets/map/b.ts > kernel/domain/geo/c.ts',
      'kernel/client/a.ts > kernel/domain/geo/c.ts',
    ],
  ],
  [
    'tests',
    [
      'kernel/server/jobs/a.test.ts > kernel/server/http/b.ts',
      'kernel/server/http/b.ts > kernel/server/jobs/c.ts',
    ],
  ],
])('accepts %s', (_name, lines) => {
  expect(pairsOf(...lines)).toEqual([]);
});
