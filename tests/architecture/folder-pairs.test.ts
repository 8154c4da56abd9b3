import { expect, test } from 'vitest';
import { findFolderPairs } from './folder-pairs.ts';

/** The pairs of lines such as `kernel/client/app/a.ts > kernel/client/data/b.ts`. */
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

test.each([
  ['one way', ['plugins/users/server/a.ts > plugins/users/client/b.ts']],
  [
    'files beside folders',
    ['kernel/server/main.ts > kernel/server/http/a.ts', 'kernel/server/http/a.ts > kernel/server/start.ts'],
  ],
  [
    'tests',
    [
      'kernel/server/jobs/a.test.ts > kernel/server/http/b.ts',
      'kernel/server/http/b.ts > kernel/server/jobs/c.ts',
    ],
  ],
  [
    'folders outside of the layers',
    ['tests/faults/a.ts > tests/load/b.ts', 'tests/load/b.ts > tests/faults/a.ts'],
  ],
])('accepts %s', (_name, lines) => {
  expect(pairsOf(...lines)).toEqual([]);
});
