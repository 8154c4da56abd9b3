import { expect, test } from 'vitest';
import { sources, type Source } from './sources.ts';

const code = sources(
  /^(kernel\/(.*\/)?client|kernel\/(contract|domain)|plugins\/[^/]+\/client|widgets)\/.*\.tsx?$/,
);

test('no function of the browser stands twice', () => {
  expect(sameFunctions(code.filter(({ path }) => !path.includes('.test.')))).toEqual([]);
});

test('finds a function that another file has under another name, or as a method', () => {
  const body = `(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('//') && !path.startsWith('/login');
}`;
  const indented = body.replaceAll('\n', '\n  ');
  const file = (path: string, text: string) => ({ path, text });
  expect(
    sameFunctions([
      file('a.ts', `export function isPage${body}`),
      file('b.ts', `function isOwn${body}\n\nfunction other(path: string) {\n  return path;\n}`),
      file('c.ts', `class C {\n  #isOwn${indented}\n}`),
    ]),
  ).toEqual(['a.ts: isPage, b.ts: isOwn, c.ts: isOwn']);
});

/** A function or method whose parameters stand in one line, as prettier formats it: indent, name, and the rest. */
const pattern = /^( *)(?:export )?(?:async )?(?:function )?#?(\w+)(\([^\n]*\{\n(?:(?!\1\}).*\n)*?\1\})/gm;
const keywords = new Set(['if', 'for', 'while', 'switch', 'constructor']);
/** Shorter functions may be equal by chance. */
const minCharacters = 60;

/** The functions that several files have with the same parameters and body. */
function sameFunctions(files: readonly Source[]): string[] {
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .filter(([, , name]) => !keywords.has(name ?? ''))
      .map(([, , name, rest = '']) => ({ path, name, body: rest.replaceAll(/\s+/g, ' ') })),
  );
  const byBody = Map.groupBy(
    found.filter(({ body }) => body.length >= minCharacters),
    ({ body }) => body,
  );
  return [...byBody.values()]
    .filter((same) => new Set(same.map(({ path }) => path)).size > 1)
    .map((same) => same.map(({ path, name }) => `${path}: ${name}`).join(', '));
}
