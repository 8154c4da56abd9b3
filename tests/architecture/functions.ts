import type { Source } from './sources.ts';
import { isNode, nodesIn, nodesOf, type Node } from './syntax.ts';

/** A function that is too long, or a cast without a reason. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The maximum number of lines of a function without a reason. */
export const maxFunctionLines = 60;

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'MethodProperty',
  'Constructor',
  'GetterProperty',
  'SetterProperty',
]);

/**
 * Finds functions over 60 lines without a comment `Over 60 lines: …` above them. The callbacks of `describe` are lists of
 * tests and not counted; nor are the callbacks of `test` in `tests/`, which read from top to bottom.
 */
export function longFunctions(file: Source): Finding[] {
  const lines = lineReader(file);
  const groups = lines.nodes.filter((node) => isCallOf('describe', node));
  const stories = file.path.startsWith('tests/') ? lines.nodes.filter((node) => isCallOf('test', node)) : [];
  const uncounted = new Set([
    ...groups.flatMap((call) => childrenOf(call['arguments'])),
    ...stories.flatMap((call) => nodesIn(call['arguments'])),
  ]);
  return lines.nodes.flatMap((node) => {
    if (!functionTypes.has(node.type) || uncounted.has(node)) return [];
    const [first, last] = lines.of(node);
    const length = last - first + 1;
    if (length <= maxFunctionLines || lines.commentAbove(first).includes('Over 60 lines:')) return [];
    return [{ path: file.path, line: first, text: `${length} lines` }];
  });
}

/** Whether a node is `describe(…)` or `describe.each(…)(…)`, for the given name. */
function isCallOf(name: string, node: Node): boolean {
  if (!isNode(node, 'CallExpression')) return false;
  let called: unknown = node;
  while (isNode(called)) {
    if (isNode(called, 'Identifier')) return called['value'] === name;
    called = called['callee'] ?? called['object'];
  }
  return false;
}

/** Finds casts that the compiler does not check: `as never`, and those through another type, such as `as unknown as`. */
export function uncheckedCasts(file: Source): (Finding & { readonly hasReason: boolean })[] {
  const lines = lineReader(file);
  return lines.nodes.flatMap((node) => {
    if (!isUncheckedCast(node)) return [];
    const [first, last] = lines.of(node);
    const text = lines.text
      .slice(first - 1, last)
      .join(' ')
      .trim();
    return [{ path: file.path, line: first, text, hasReason: lines.commentAbove(first) !== '' }];
  });
}

function isUncheckedCast(node: Node): boolean {
  if (!isNode(node, 'TsAsExpression')) return false;
  const { typeAnnotation, expression } = node as Node & { typeAnnotation: Node; expression: Node };
  if (typeAnnotation['kind'] === 'never') return true;
  const inner = isNode(expression, 'ParenthesisExpression') ? expression['expression'] : expression;
  return isNode(inner, 'TsAsExpression') || isNode(inner, 'TsConstAssertion');
}

function childrenOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((child: unknown) => {
    if (isNode(child)) return [child];
    return childrenOf(child);
  });
}

interface LineReader {
  readonly nodes: readonly Node[];
  readonly text: readonly string[];
  /** The first and last line of a node, starting at 1. */
  readonly of: (node: Node) => readonly [first: number, last: number];
  /** The comment directly above a line, ignoring decorators and exports in between; empty if there is none. */
  readonly commentAbove: (line: number) => string;
}

function lineReader(file: Source): LineReader {
  const bytes = Buffer.from(file.text);
  const nodes = nodesOf(file);
  const starts = [0];
  for (const [index, byte] of bytes.entries()) if (byte === 10) starts.push(index + 1);
  const lineAt = (offset: number) => {
    const next = starts.findIndex((start) => start > offset);
    return next === -1 ? starts.length : next;
  };
  // Positions continue from one parsed file to the next, so each file starts at its tree's position.
  const extentOf = (node: Node) => node['span'] as { readonly start: number; readonly end: number };
  const [root] = nodes;
  const blank = /^(\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/.exec(file.text)?.[0] ?? '';
  const base = root ? extentOf(root).start - Buffer.byteLength(blank) : 0;
  const text = file.text.split('\n');
  return {
    nodes,
    text,
    of: (node) => [lineAt(extentOf(node).start - base), lineAt(extentOf(node).end - 1 - base)],
    commentAbove(line) {
      const above: string[] = [];
      for (let at = line - 2; at >= 0 && /^\s*(\/\/|\/?\*)/.test(text[at] ?? ''); at--)
        above.unshift(text[at] ?? '');
      return above.join('\n');
    },
  };
}
