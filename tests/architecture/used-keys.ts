import { recordTexts } from '#kernel/records/contract/index.ts';
import { sheetImportTexts } from '#kernel/records/client/sheets/sheet-import.ts';
import type { Source } from './sources.ts';
import { isNode, nodesOf, type Node } from './syntax.ts';

/** The texts of a plugin's declarations. */
const textsOf: Readonly<Record<string, readonly string[]>> = {
  recordListPage: recordTexts,
  sheetImportPage: sheetImportTexts,
  sheetTextsOf: ['sheet.columns.*'],
};

/** A key that code uses; `*` marks interpolated values. */
export interface UsedKey {
  readonly path: string;
  /** Possible namespaces, one of which has the key. */
  readonly namespaces: readonly string[];
  readonly key: string;
}

/**
 * Finds the keys that a file uses: `t('a.b')` after `const t = useText('ns')`, `translate('ns:a.b')`.
 * `recordListPage` uses the `recordTexts` of the file's namespace, `sheetImportPage` the `sheetImportTexts`,
 * and `sheetTextsOf` the column names. A `t` argument reads the file's own namespace, or the kernel's.
 */
export function usedKeysOf(file: Source): UsedKey[] {
  const nodes = nodesOf(file);
  const readers = new Map(nodes.flatMap(readerIn));
  const own = /^plugins\/([^/]+)\//.exec(file.path)?.[1];
  const fallback = [...new Set([...readers.values(), ...(own === undefined ? [] : [own]), 'kernel'])];
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const callee = node['callee'];
    const name = isNode(callee, 'Identifier') ? String(callee['value']) : null;
    const declared = name !== null && Object.hasOwn(textsOf, name) ? textsOf[name] : undefined;
    if (declared && own !== undefined) {
      return declared.map((key) => ({ path: file.path, namespaces: [own], key }));
    }
    if (name === null || !(readers.has(name) || name === 't' || name === 'translate')) return [];
    return literalsIn(argumentOf(node)).map((text) => used(file.path, text, readers.get(name), fallback));
  });
}

function used(path: string, text: string, reader: string | undefined, fallback: readonly string[]): UsedKey {
  const [namespace, key] = text.includes(':')
    ? [text.split(':')[0] ?? '', text.slice(text.indexOf(':') + 1)]
    : [];
  if (namespace !== undefined && key !== undefined) return { path, namespaces: [namespace], key };
  return { path, namespaces: reader === undefined ? fallback : [reader], key: text };
}

/** `const t = useText('ns')`: the name and its namespace. */
function readerIn(node: Node): [string, string][] {
  if (node.type !== 'VariableDeclarator') return [];
  const { id, init } = node;
  if (!isNode(id, 'Identifier') || !isNode(init, 'CallExpression')) return [];
  const callee = init['callee'];
  if (!isNode(callee, 'Identifier') || callee['value'] !== 'useText') return [];
  const given = argumentOf(init);
  if (given === undefined) return [[String(id['value']), 'kernel']];
  return isNode(given, 'StringLiteral') ? [[String(id['value']), String(given['value'])]] : [];
}

function argumentOf(call: Node): unknown {
  const [first] = call['arguments'] as readonly { expression: unknown }[];
  return first?.expression;
}

/** Possible keys of an expression: a literal, a template, or both branches of a conditional. */
function literalsIn(value: unknown): string[] {
  if (isNode(value, 'StringLiteral')) return [String(value['value'])];
  if (isNode(value, 'ConditionalExpression')) {
    return [...literalsIn(value['consequent']), ...literalsIn(value['alternate'])];
  }
  if (isNode(value, 'TemplateLiteral')) {
    const text = (value['quasis'] as readonly Node[]).map(({ raw }) => String(raw)).join('*');
    return /^\*(:|$)/.test(text) ? [] : [text];
  }
  return [];
}
