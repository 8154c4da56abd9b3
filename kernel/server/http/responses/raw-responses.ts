import type { z } from 'zod';

/** A response that no compiled serialiser writes: bytes, lines or a file. */
export interface RawResponse {
  /** Its content as JSON; null where it is never JSON. */
  readonly json: z.ZodType | null;
  /** Its other media types. */
  readonly types: readonly string[];
  /** The schema of each line where those types are lines of JSON; otherwise they are bytes. */
  readonly line?: z.ZodType;
  /** It has an ETag, and 304 is possible. */
  readonly tagged?: true;
  /** Ranges of it may be requested. */
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
