import type { z } from 'zod';

/** How an answer goes over the wire that no compiled serialiser writes: it carries what its route gives it. */
export interface RawResponse {
  /** What is in it when it comes as JSON; null where it never does. */
  readonly json: z.ZodType | null;
  /** The other media types that it may come as. */
  readonly types: readonly string[];
  /** What each line is, where those types are lines of JSON; without it they are bytes. */
  readonly line?: z.ZodType;
  /** Whether it comes with an ETag, and not again to who has it. */
  readonly tagged?: true;
  /** Whether a part of it may be asked for. */
  readonly ranged?: true;
}

const raw = new WeakMap<z.ZodType, RawResponse>();

/** Makes the schema that a route declares as its answer for an answer of its own kind. */
export function declareRawResponse<Schema extends z.ZodType>(schema: Schema, answer: RawResponse): Schema {
  raw.set(schema, answer);
  return schema;
}

/** Throws where a route sends a media type that its answer does not name: the document would be wrong about it. */
export function assertDeclaredType(answer: z.ZodType, mimetype: string): void {
  const { json = null, types = [] } = raw.get(answer) ?? {};
  if (types.includes(mimetype) || (json !== null && /^application\/json(;|$)/.test(mimetype))) return;
  throw new Error(`the route does not say that it sends ${mimetype}`);
}

/** What {@link declareRawResponse} was told; undefined for an answer that is written by its schema. */
export function rawResponseOf(schema: z.ZodType): RawResponse | undefined {
  return raw.get(schema);
}
