import { expect, test } from 'vitest';
import { findSmallHelpers } from './small-helpers.ts';
import { sources } from './sources.ts';

const file = (path: string, text: string) => ({ path, text });
const helper = file('kernel/a/helper.ts', '/** One. */\nexport const one = 1;\n');
const caller = (text: string, path = 'kernel/a/caller.ts') => file(path, text);

test('no helper under 20 lines is used by one file alone', () => {
  expect(findSmallHelpers(sources(/^(kernel|plugins|widgets|tests)\/.*\.tsx?$/))).toEqual([]);
});

test('finds a small helper with one caller', () => {
  const text = "import { a } from 'b';\nimport {\n  one,\n} from './helper.ts';";
  expect(findSmallHelpers([helper, caller(text)])).toEqual(['kernel/a/helper.ts']);
  expect(findSmallHelpers([helper, caller("import { one } from '#kernel/a/helper.ts';")])).toHaveLength(1);
  const elsewhere = caller("import { one } from '../a/helper.ts';", 'kernel/b/caller.ts');
  expect(findSmallHelpers([helper, elsewhere])).toHaveLength(1);
});

test('finds a small helper that one file both imports and exports', () => {
  const text = "import { one } from './helper.ts';\nexport { one } from './helper.ts';";
  expect(findSmallHelpers([helper, caller(text)])).toEqual([helper.path]);
});

test('finds a small helper with one caller and a test of its own', () => {
  const text = "import { one } from './helper.ts';";
  expect(findSmallHelpers([helper, caller(text), file('kernel/a/helper.test.ts', text)])).toEqual([
    helper.path,
  ]);
});

test('finds a small helper that a list exports for one file', () => {
  const list = caller("export { one } from './helper.ts';", 'kernel/a/index.ts');
  const use = "import { one } from '#kernel/a/index.ts';";
  expect(findSmallHelpers([helper, list, caller(use, 'kernel/b/caller.ts')])).toEqual([helper.path]);
  expect(
    findSmallHelpers([helper, list, caller(use, 'kernel/b/caller.ts'), caller(use, 'kernel/c/caller.ts')]),
  ).toEqual([]);
});

test.each([
  [
    'two callers',
    [
      caller("import { one } from './helper.ts';"),
      caller("import { one } from './helper.ts';", 'kernel/a/b.ts'),
    ],
  ],
  ['a lazy import', [caller("const one = import('./helper.ts');")]],
  ['a table of contents', [caller("import { one } from './helper.ts';", 'kernel/a/index.ts')]],
])('leaves a helper with %s', (_name, others) => {
  expect(findSmallHelpers([helper, ...others])).toEqual([]);
});

test('leaves a longer file', () => {
  const long = file(
    helper.path,
    Array.from({ length: 20 }, (_, index) => `export const a${index} = 1;`).join('\n'),
  );
  expect(findSmallHelpers([long, caller("import { a1 } from './helper.ts';")])).toEqual([]);
});
