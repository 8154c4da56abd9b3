import { nodesOf, isNode, type Node } from './syntax.ts';
import { paths, sources, type Source } from './sources.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { namespacesOf, textsOf } from './locales.ts';
import { namesInSql, renamedInSql, sqlIn } from './sql-names.ts';
import {
  isAllowed,
  retiredIn,
  retiredInKey,
  retiredInSql,
  retiredWords,
  type RetiredWord,
} from './vocabulary.ts';

/** A name that contains a retired word. */
export interface RetiredName {
  readonly path: string;
  readonly kind: 'file name' | 'heading' | 'text key' | 'name in SQL' | NameInCode[1];
  readonly name: string;
  readonly use: string;
}

/** Files about retired words, and migrations, whose names are stored in databases. */
const exempt = /^tests\/architecture\/vocabulary|\/migrations\/\d/;
/** Decisions may mention retired words in their text. */
const decision = /^kernel\/decisions\//;

/** How each kind of name is compared with the retired words. */
const comparisons = { 'text key': retiredInKey, 'name in SQL': retiredInSql };

/**
 * Finds every retired word in the repository's file names, identifiers, ids, headings, test titles, screens, keys of texts and
 * names in SQL and GraphQL.
 */
export function findRetired(words: readonly RetiredWord[] = retiredWords): RetiredName[] {
  const files = paths()
    .filter((path) => !exempt.test(path) && !path.startsWith('locales/'))
    .flatMap((path) =>
      path.split('/').map((name) => [path, 'file name', name.replace(/\..*$/, '')] as const),
    );
  const code = sources(/\.(tsx?|js)$/).filter(({ path }) => !exempt.test(path));
  const headings = sources(/\.md$/)
    .filter(({ path }) => !exempt.test(path) && !decision.test(path) && !path.includes('/knowledge/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => [path, 'heading', heading ?? ''] as const),
    );
  return [...files, ...headings, ...code.flatMap(namesIn), ...textKeys(), ...sqlNames()]
    .flatMap(([path, kind, name]) =>
      (kind in comparisons ? comparisons[kind as keyof typeof comparisons] : retiredIn)(name, words)
        .filter(({ word }) => !isAllowed(name, word, path))
        .map(({ use }) => ({ path, kind, name, use })),
    )
    .filter(unique());
}

/** Keys of the texts of every language. */
function textKeys(): (readonly [path: string, kind: 'text key', name: string])[] {
  return languages.flatMap((language) =>
    namespacesOf(language).flatMap((namespace) =>
      [...textsOf(language, namespace).keys()].map(
        (key) => [`locales/${language}/${namespace}.json`, 'text key', key] as const,
      ),
    ),
  );
}

/** Names in the SQL of code, and in migrations, of which later ones may have renamed some. */
function sqlNames(): (readonly [path: string, kind: 'name in SQL', name: string])[] {
  const migrations = sources(/\.sql$/);
  const former = renamedInSql(migrations);
  return [
    ...migrations.map(
      ({ path, text }) => [path, namesInSql(text).filter((name) => !former.has(name))] as const,
    ),
    ...sources(/\.tsx?$/).map((file) => [file.path, namesInSql(sqlIn(file))] as const),
  ].flatMap(([path, names]) => names.map((name) => [path, 'name in SQL', name] as const));
}

type NameInCode = readonly [
  path: string,
  kind: 'identifier' | 'id' | 'test title' | 'screen' | 'name in GraphQL',
  name: string,
];

/** Words that are joined by punctuation, not by spaces: a path, a code, the id of a hook. */
const id = /^[a-z][a-z\d]*[._/:-][\w.:/-]*$/;

/** The identifiers, the ids in texts, the names in GraphQL, and the titles of tests, steps and screens, in a file. */
export function namesIn(file: Source): readonly NameInCode[] {
  const isTest = /\.(test|spec)\.tsx?$/.test(file.path);
  return nodesOf(file).flatMap((node): readonly NameInCode[] => {
    if (node.type === 'Identifier' || node.type === 'PrivateName')
      return [[file.path, 'identifier', String(node['value'])]];
    const document = graphqlOf(node);
    if (document !== null) return namesOf(document).map((name) => [file.path, 'name in GraphQL', name]);
    const text = isTest ? null : textOf(node);
    if (text !== null && id.test(text)) return [[file.path, 'id', text]];
    const title = isTest ? titleOf(node) : null;
    if (title !== null) return [[file.path, 'test title', title]];
    const screen = file.path.startsWith('tests/e2e/') ? screenOf(node) : null;
    return screen === null ? [] : [[file.path, 'screen', screen]];
  });
}

/** The constant text of a GraphQL document: of gql`…`, or of gql(`…`). */
function graphqlOf({ type, tag, template, callee, arguments: given }: Node): string | null {
  if (type === 'TaggedTemplateExpression') return isGql(tag) ? constantText(template) : null;
  if (type !== 'CallExpression' || !isGql(callee)) return null;
  return constantText((given as readonly { expression: unknown }[])[0]?.expression);
}

function isGql(callee: unknown): boolean {
  return isNode(callee, 'Identifier') && callee['value'] === 'gql';
}

/** The operations, fragments, fields, types and variables of a GraphQL document, and its keywords. */
function namesOf(document: string): string[] {
  return [...new Set(document.match(/[a-z_]\w*/gi))];
}

/** The name of a screenshot: of `{ name: 'list-empty' }`, or of `checkScreen(page, 'list-empty')`. */
function screenOf(node: Node): string | null {
  if (node.type === 'KeyValueProperty') {
    return isNode(node['key'], 'Identifier') && node['key']['value'] === 'name'
      ? constantText(node['value'])
      : null;
  }
  if (node.type !== 'CallExpression' || calledName(node['callee']) !== 'checkScreen') return null;
  const [, second] = node['arguments'] as readonly { expression: unknown }[];
  return constantText(second?.expression);
}

/** The value of a string, or a constant piece of a template. */
function textOf({ type, value, raw }: Node): string | null {
  if (type === 'StringLiteral') return String(value);
  return type === 'TemplateElement' ? String(raw) : null;
}

/** The title of `test('…')`, of a step, or of a table of cases; for a template, its constant text. */
function titleOf(node: Node): string | null {
  if (node.type !== 'CallExpression') return null;
  if (!['test', 'it', 'describe'].includes(calledName(node['callee']))) return null;
  const [first] = node['arguments'] as readonly { expression: unknown }[];
  return constantText(first?.expression);
}

/** A string, or the constant text of a template; null for other expressions. */
function constantText(value: unknown): string | null {
  if (isNode(value, 'StringLiteral')) return String(value['value']);
  if (!isNode(value, 'TemplateLiteral')) return null;
  return (value['quasis'] as readonly Node[]).map(({ raw }) => String(raw)).join(' … ');
}

/** The first name of a callee: `test` of `test`, `test.step` and `test.each([…])`. */
function calledName(callee: unknown): string {
  if (isNode(callee, 'Identifier')) return String(callee['value']);
  if (isNode(callee, 'MemberExpression')) return calledName(callee['object']);
  return isNode(callee, 'CallExpression') ? calledName(callee['callee']) : '';
}

function unique(): (name: RetiredName) => boolean {
  const seen = new Set<string>();
  return ({ path, kind, name }) => {
    const key = `${kind === 'file name' ? '' : path}\n${kind}\n${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
