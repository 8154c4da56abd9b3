import { expect, test } from 'vitest';
import { longFunctions, uncheckedCasts } from './functions.ts';
import { sources } from './sources.ts';

const code = sources(/^((kernel|plugins|widgets)\/.*|[^/]+)\.(tsx?|js)$/).filter(
  ({ path }) => !/\.test\.|^kernel\/testing\//.test(path),
);
/** Stories, benchmarks and their shared code. */
const stories = sources(/^tests\/.*\.(tsx?|js)$/);
const unitTests = sources(/^(kernel|plugins|widgets)\/.*\.tsx?$/).filter(({ path }) =>
  /\.test\.|^kernel\/testing\//.test(path),
);
const file = (text: string) => ({ path: 'kernel/x.tsx', text });
const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n');

test('no function is longer than 60 lines without a reason', () => {
  expect(code.flatMap(longFunctions)).toEqual([]);
});

test('no function of a unit test is longer than 60 lines without a reason, except groups of tests', () => {
  expect(unitTests.flatMap(longFunctions)).toEqual([]);
});

test('no function of tests and benchmarks is longer than 60 lines without a reason, except stories', () => {
  expect(stories.flatMap(longFunctions)).toEqual([]);
});

test('at most ten casts are unchecked, each with its reason', () => {
  // The other files are not parsed.
  const casts = code
    .filter(({ text }) => /\bas\s+never\b|\bas\s[^;]*\sas\s/.test(text))
    .flatMap(uncheckedCasts);
  expect(casts.length).toBeLessThanOrEqual(10);
  expect(casts.filter(({ hasReason }) => !hasReason)).toEqual([]);
});

test('finds a long function, unless a comment above gives the reason', () => {
  const long = `function f() {\n${lines(60, 'g();')}\n}`;
  expect(longFunctions(file(`// A header.\n\nconst a = 1;\n${long}`))).toEqual([
    { path: 'kernel/x.tsx', line: 4, text: '62 lines' },
  ]);
  expect(longFunctions(file(`// Over 60 lines: one case for each action.\nexport ${long}`))).toEqual([]);
  expect(longFunctions(file(`function f() {\n${lines(58, 'g();')}\n}`))).toEqual([]);
});

test('finds a long constructor, getter or setter', () => {
  const body = `{\n${lines(60, 'g();')}\n}`;
  expect(longFunctions(file(`class C {\nconstructor() ${body}\nget a() ${body}\n}`))).toHaveLength(2);
  expect(longFunctions(file(`const o = {\nget a() ${body},\nset a(v) ${body}\n};`))).toHaveLength(2);
});

test('does not count a group of tests, but its tests and helpers', () => {
  const group = (body: string) => `describe.each([1])('g', () => {\n${body}\n});`;
  expect(longFunctions(file(group(lines(70, 'g();'))))).toEqual([]);
  expect(longFunctions(file(group(`test('t', () => {\n${lines(60, 'g();')}\n});`)))).toHaveLength(1);
  expect(longFunctions(file(`test('t', () => {\n${lines(60, 'g();')}\n});`))).toHaveLength(1);
});

test('does not count a story of tests/, but counts the helpers beside it', () => {
  const story = `test('t', async () => {\n${lines(60, 'g();')}\nwork(() => {\n${lines(60, 'g();')}\n});\n});`;
  const helper = `async function f() {\n${lines(60, 'g();')}\n}`;
  const found = longFunctions({ path: 'tests/e2e/x.spec.ts', text: `${story}\n${helper}` });
  expect(found.map(({ line }) => line)).toEqual([125]);
});

test('finds unchecked casts and whether they have a reason', () => {
  const text = `const a = x as unknown as A;

// Sound: b is B.
const b = y as never;
const c = z as C;
const d = [1] as const as D;
const e = (v as F) as E;`;
  expect(uncheckedCasts(file(text)).map(({ line, hasReason }) => [line, hasReason])).toEqual([
    [1, false],
    [4, true],
    [6, false],
    [7, false],
  ]);
});
