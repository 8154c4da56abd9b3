import type { z } from 'zod';

/** How an answer goes over the wire that no compiled serialiser writes: it carries what its route gives it. */
export interface RawAnswer {
  /** What is in it when it comes as JSON; null where it never does. */
  readonly json: z.ZodType | null;
  /** The other media types that it may come as. */
  readonly types: readonly string[];
  /** Whether it comes with an ETag, and not again to who has it. */
  readonly tagged?: true;
}

const raw = new WeakMap<z.ZodType, RawAnswer>();

/** Makes the schema that a route declares as its answer for an answer of its own kind. */
export function declareRaw<Schema extends z.ZodType>(schema: Schema, answer: RawAnswer): Schema {
  raw.set(schema, answer);
  return schema;
}

/** What {@link declareRaw} was told; undefined for an answer that is written by its schema. */
export function rawAnswerOf(schema: z.ZodType): RawAnswer | undefined {
  return raw.get(schema);
}
