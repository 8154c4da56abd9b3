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

/** Makes the schema that a route declares for a raw response. */
export function declareRawResponse<Schema extends z.ZodType>(
  schema: Schema,
  rawResponse: RawResponse,
): Schema {
  return Object.assign(schema, { rawResponse });
}

/** Throws where a route sends a media type that its answer does not name: the document would be wrong about it. */
export function assertDeclaredType(answer: z.ZodType, mimetype: string): void {
  const { json = null, types = [] } = rawResponseOf(answer) ?? {};
  if (types.includes(mimetype) || (json !== null && /^application\/json(;|$)/.test(mimetype))) return;
  throw new Error(`the route does not say that it sends ${mimetype}`);
}

/** What {@link declareRawResponse} was given; undefined for a response that is written by its schema. */
export function rawResponseOf(schema: z.ZodType & { rawResponse?: RawResponse }): RawResponse | undefined {
  return schema.rawResponse;
}
