import { expect, test } from 'vitest';
import { findUnitCircles } from './kernel-units.ts';

/** The circles in lines such as `kernel/client/app/a.ts > kernel/client/data/b.ts`. */
function circlesOf(...lines: readonly string[]): string[] {
  const imports = lines.map((line) => {
    const [from = '', to = ''] = line.split(' > ');
    return { from, to };
  });
  return findUnitCircles(imports).map(({ name }) => name);
}

test('finds units of different parts that import each other', () => {
  expect(
    circlesOf(
      'kernel/identity/client/login/page.tsx > kernel/client/ui/index.ts',
      'kernel/client/ui/buttons/button.tsx > kernel/identity/client/session/store.ts',
    ),
  ).toEqual(['kernel/client/ui → kernel/identity/client → kernel/client/ui']);
});

test('finds cycles of several units, and names the shortest with an import for each step', () => {
  const [circle, ...others] = findUnitCircles([
    { from: 'kernel/server/storage/a.ts', to: 'kernel/server/services/b.ts' },
    { from: 'kernel/server/services/c.ts', to: 'kernel/server/spreadsheets/d.ts' },
    { from: 'kernel/server/spreadsheets/e.ts', to: 'kernel/records/server/f.ts' },
    { from: 'kernel/records/server/g.ts', to: 'kernel/server/storage/h.ts' },
    { from: 'kernel/server/spreadsheets/i.ts', to: 'kernel/server/storage/j.ts' },
  ]);
  expect(circle?.steps.map(({ from }) => from)).toEqual([
    'kernel/records/server/g.ts',
    'kernel/server/storage/a.ts',
    'kernel/server/services/c.ts',
    'kernel/server/spreadsheets/e.ts',
  ]);
  expect(others).toEqual([]);
});

test('counts files beside folders as units of their own', () => {
  expect(
    circlesOf(
      'kernel/client/index.ts > kernel/client/layout/title.tsx',
      'kernel/client/layout/bar.tsx > kernel/client/index.ts',
    ),
  ).toEqual(['kernel/client/index.ts → kernel/client/layout → kernel/client/index.ts']);
});

test('names each cycle once', () => {
  expect(
    circlesOf(
      'kernel/client/a/1.ts > kernel/client/b/2.ts',
      'kernel/client/b/3.ts > kernel/client/a/4.ts',
      'kernel/client/b/3.ts > kernel/server/c/5.ts',
      'kernel/server/c/6.ts > kernel/server/d/7.ts',
      'kernel/server/d/8.ts > kernel/server/c/9.ts',
    ),
  ).toEqual([
    'kernel/client/a → kernel/client/b → kernel/client/a',
    'kernel/server/c → kernel/server/d → kernel/server/c',
  ]);
});

test.each([
  [
    'layers',
    [
      'kernel/client/main.tsx > kernel/client/app/boot.ts',
      'kernel/client/app/root.tsx > kernel/identity/client/login/page.tsx',
      'kernel/client/app/root.tsx > kernel/client/index.ts',
      'kernel/identity/client/login/page.tsx > kernel/client/index.ts',
    ],
  ],
  [
    'tests',
    [
      'kernel/server/realtime/a.test.ts > kernel/identity/server/b.ts',
      'kernel/identity/server/b.ts > kernel/server/realtime/c.ts',
    ],
  ],
  [
    'folders of one unit',
    [
      'kernel/identity/server/people/a.ts > kernel/identity/server/b.ts',
      'kernel/identity/server/c.ts > kernel/identity/server/people/d.ts',
    ],
  ],
  [
    'files outside of the kernel',
    [
      'plugins/users/server/a.ts > kernel/plugin-api/server.ts',
      'kernel/plugin-api/server.ts > plugins/users/b.ts',
    ],
  ],
])('accepts %s', (_name, lines) => {
  expect(circlesOf(...lines)).toEqual([]);
});
