import type { Node, Schema } from 'prosemirror-model';
import type { LetterBody, TemplateBody } from '../../contract.ts';

/** A document of a letter or a template. */
export type Body = LetterBody | TemplateBody;

/** An empty document. */
export const emptyBody: LetterBody = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Converts a document for the editor. */
export function nodeOf(schema: Schema, body: Body): Node {
  const node = schema.nodeFromJSON(body);
  node.check();
  return node;
}

/** Returns the editor's document in the contract's format, without attributes that are not set. */
export function bodyOf<Kind extends Body>(node: Node): Kind {
  // Sound: the editor's schema has exactly the nodes of the contract.
  return JSON.parse(JSON.stringify(node.toJSON(), withoutAbsent)) as Kind;
}

function withoutAbsent(key: string, value: unknown): unknown {
  const isAlignment = key === 'attrs' && typeof value === 'object' && value !== null && 'align' in value;
  return isAlignment && value.align === null ? undefined : value;
}
