import { expect, test } from 'vitest';
import { paths, sources, type Source } from './sources.ts';
import { isNode, nodesOf, type Node } from './syntax.ts';

const code = sources(/\.tsx?$/);
const screens = code.filter(
  ({ path }) => path.endsWith('.tsx') && !/\.test\.|^tests\/|\/gallery\//.test(path),
);

test('finds source files', () => {
  expect(code.length).toBeGreaterThan(100);
  expect(screens.length).toBeGreaterThan(50);
});

test('the top level has the folders of the design only', () => {
  const folders = new Set(paths().flatMap((path) => (path.includes('/') ? [path.split('/')[0]] : [])));
  const design = ['.ci', 'kernel', 'locales', 'plugins', 'tests', 'widgets'];
  expect([...folders].filter((folder) => !design.includes(folder ?? ''))).toEqual([]);
});

test('no source file is longer than 400 lines', () => {
  const long = sources(/\.(tsx?|mjs|css|sql)$/)
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});

test('file names are kebab-case', () => {
  const names = code.map(({ path }) => path).filter((path) => /[A-Z_]/.test(path.split('/').at(-1) ?? ''));
  expect(names).toEqual([]);
});

test('nothing has the type any', () => {
  const isAny = (node: Node) => node.type === 'TsKeywordType' && node['kind'] === 'any';
  expect(findIn(mentioning(/\bany\b/, code), isAny)).toEqual([]);
});

test('nothing is a default export, except in files that a tool reads', () => {
  const types = ['ExportDefaultExpression', 'ExportDefaultDeclaration'];
  const written = code.filter(({ path }) => !path.endsWith('.config.ts'));
  expect(findIn(mentioning(/\bdefault\b/, written), ({ type }) => types.includes(type))).toEqual([]);
});

test('no test is skipped or runs alone', () => {
  const tests = code.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path));
  expect(findIn(mentioning(new RegExp(leftOut.join('|')), tests), isLeftOut)).toEqual([]);
});

test('components contain no text: it is a key in locales/', () => {
  expect(findIn(screens, isTextForPeople, textOf)).toEqual([]);
});

test('names are sorted in the language that is shown, not in that of the browser', () => {
  const shipped = code.filter(({ path }) => !/\.(test|spec)\.tsx?$|^tests\//.test(path));
  const unspecified = /\.localeCompare\([^,]*\)|Intl\.Collator\(\)/;
  expect(shipped.filter(({ text }) => unspecified.test(text)).map(({ path }) => path)).toEqual([]);
});

test('personal numbers are masked in one module', () => {
  const shipped = code.filter(({ path }) => !/\.(test|spec)\.tsx?$|^tests\//.test(path));
  // In the assistant's texts it is the bullet of a list.
  const others = /^kernel\/domain\/text\/masks\.ts$|^widgets\/chat\/model\/rich-text\.ts$/;
  const dots = findIn(
    mentioning(
      /•|\\u2022/,
      shipped.filter(({ path }) => !others.test(path)),
    ),
    (node) =>
      ['StringLiteral', 'TemplateElement', 'JSXText'].includes(node.type) &&
      /•|\\u2022/.test(JSON.stringify(node)),
  );
  expect(dots).toEqual([]);
});

test('SQL groups and sorts by names, not by positions, and takes no element of an aggregated array', () => {
  const byPosition = /\b(group|order)\s+by\s+\d|array_agg\([^`]*?\)\)\[\d/i;
  expect(code.filter(({ text }) => byPosition.test(text)).map(({ path }) => path)).toEqual([]);
});

test('SQL is composed of typed fragments, not of text', () => {
  const shipped = code.filter(({ path }) => !/\.(test|spec)\.tsx?$|^tests\/|^kernel\/testing\//.test(path));
  // A compiled fragment, a migration file, and names quoted by PostgreSQL.
  const others = /^kernel\/(records\/server\/sql\/statement|server\/artefacts\/(migrate-plugin|purge))\.ts$/;
  expect(
    findIn(
      mentioning(
        /\braw\b/,
        shipped.filter(({ path }) => !others.test(path)),
      ),
      isRawSql,
    ),
  ).toEqual([]);
});

test('code names no foreign host', () => {
  const shipped = code.filter(({ path }) => !/\.(test|spec)\.tsx?$|^tests\//.test(path));
  const literals = findIn(
    mentioning(/:\/\//, shipped),
    (node) => foreignHost(node) !== null,
    (node) => foreignHost(node) ?? '',
  );
  const styles = sources(/^(kernel|plugins|widgets)\/.*\.(css|html|svg)$/).flatMap(({ path, text }) =>
    [...text.matchAll(/https?:\/\/[^\s"')]+/g)]
      .filter(([url]) => !isOurs(url))
      .map(([url]) => `${path}: ${url}`),
  );
  expect([...literals, ...styles]).toEqual([]);
});

/** The files whose text matches: parsing the others takes most of the time, and can find nothing. */
function mentioning(pattern: RegExp, files: readonly Source[]): Source[] {
  return files.filter(({ text }) => pattern.test(text));
}

/** Finds a kind of node in files, as `path: text`. */
function findIn(
  files: readonly Source[],
  isMatch: (node: Node) => boolean,
  show: (node: Node) => string = ({ type }) => type,
): string[] {
  return files.flatMap((file) =>
    nodesOf(file)
      .filter(isMatch)
      .map((node) => `${file.path}: ${show(node)}`),
  );
}

function isRawSql({ type, object, property }: Node): boolean {
  if (type !== 'MemberExpression' || !isNode(object, 'Identifier') || !isNode(property, 'Identifier'))
    return false;
  return object['value'] === 'sql' && property['value'] === 'raw';
}

const leftOut = ['skip', 'only', 'todo', 'fixme', 'skipIf', 'runIf'];

function isLeftOut(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const { object, property } = node;
  return (
    isNode(object, 'Identifier') &&
    ['it', 'test', 'describe'].includes(String(object['value'])) &&
    isNode(property, 'Identifier') &&
    leftOut.includes(String(property['value']))
  );
}

const readable = [
  'label',
  'title',
  'placeholder',
  'alt',
  'aria-label',
  'hint',
  'description',
  'text',
  'content',
];

/** Whether a node is text between tags, or in an attribute that users read. */
function isTextForPeople(node: Node): boolean {
  if (node.type === 'JSXText') return isWords(String(node['value']));
  if (node.type !== 'JSXAttribute') return false;
  const { name, value } = node;
  return (
    isNode(name, 'Identifier') &&
    readable.includes(String(name['value'])) &&
    isNode(value, 'StringLiteral') &&
    isWords(String(value['value']))
  );
}

function isWords(text: string): boolean {
  return /\p{L}{2,}/u.test(text);
}

function textOf(node: Node): string {
  return node.type === 'JSXText'
    ? String(node['value']).trim()
    : JSON.stringify((node['value'] as Node)['value']);
}

function foreignHost(node: Node): string | null {
  const text =
    node.type === 'StringLiteral' ? node['value'] : node.type === 'TemplateElement' ? node['raw'] : null;
  const url =
    typeof text === 'string' ? /(https?|wss?):\/\/[\w.-]+\.[a-z]+[^\s]*/.exec(text)?.[0] : undefined;
  return url === undefined || isOurs(url) ? null : url;
}

/** Whether a name is never requested: namespaces of XML and JSON Schema, statement kinds, and examples. */
function isOurs(url: string): boolean {
  return /^https?:\/\/(www\.w3\.org|json-schema\.org|in-toto\.io|slsa\.dev|localhost|127\.0\.0\.1|example\.(com|org))\b/.test(
    url,
  );
}
