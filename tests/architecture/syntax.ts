import { parseSync } from '@swc/core';
import type { Source } from './sources.ts';

/** A node of the syntax tree. */
export type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Every node of a file's syntax tree, parents first. */
export function nodesOf({ path, text }: Source): Node[] {
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2024' });
  return nodesIn(tree);
}

/** A node with every node inside it, parents first. */
export function nodesIn(value: unknown): Node[] {
  const found: Node[] = [];
  walk(value, found);
  return found;
}

/** Whether a value is a node, of the given type if there is one. */
export function isNode(value: unknown, type?: string): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    (type === undefined || value.type === type)
  );
}

function walk(value: unknown, found: Node[]): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) found.push(value);
  for (const child of Object.values(value)) walk(child, found);
}
