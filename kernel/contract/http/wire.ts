import { z } from 'zod';
import { placeSchema, tileSourceSchema } from '../plugin/deployment.ts';

/** The id of an entity: a positive integer, never reused. */
export const idSchema = z.int().positive();

/** An id in a path, a query string or a form: a number, or its digits. */
export const idParamSchema = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
  z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
);

/** A point in time: ISO 8601, which the server sends in UTC, such as `2026-11-21T08:15:30.000Z`. */
export const momentSchema = z.iso.datetime({ offset: true });

/** A date, `YYYY-MM-DD`. */
export const daySchema = z.iso.date().refine((day) => day >= '0001');

/** A name in one language, `{name}`: trimmed, 1 to 200 characters. */
export const nameBlockSchema = z.strictObject({ name: z.string().trim().min(1).max(200) });

/** The name blocks of an entity, one per language. */
export const namesShape = { uz: nameBlockSchema, ru: nameBlockSchema } as const;

/** The names of an entity: `{uz: {name}, ru: {name}}`. */
export const namesSchema = z.object(namesShape);
/** The names of an entity, one block per language. */
export type Names = z.infer<typeof namesSchema>;

/** An entity for a select: `{id, uz: {name}, ru: {name}}`. */
export const optionSchema = z.object({ id: idSchema, ...namesShape });
/** An option of a select: id and names. */
export type Option = z.infer<typeof optionSchema>;

/** The schema of a colour in requests: `#rrggbb`, converted to lower case. */
export const colorSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/);

/** A person as author, sender or receiver. */
export const personSchema = z.object({
  id: idSchema.optional(),
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullish(),
});
export type Person = z.infer<typeof personSchema>;

/** Common fields of records: author and times. `updatedAt` identifies the version. */
export const recordShape = {
  author: personSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
} as const;

/** The payload of a record's event: its id and the kind of change. Pages that show the record reload it. */
export const recordChangeSchema = z.object({
  id: idSchema,
  change: z.enum(['created', 'updated', 'deleted']),
});
/** The payload of an event about a record that was created, changed or deleted. */
export type RecordChange = z.infer<typeof recordChangeSchema>;

/** The body of every error response; a code may add further fields, such as the version that another user saved. */
export const errorBodySchema = z.looseObject({
  /** The text for the user, in the requested language. */
  err: z.string(),
  message: z.string(),
  code: z.string(),
  /** Error texts by dotted path of the field. */
  fields: z.record(z.string(), z.string()).optional(),
});
/** The body of an error response. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** The schema of a stored file. `url` is relative, needs no authorization header, and expires. */
export const fileSchema = z.object({
  id: idSchema,
  name: z.string(),
  url: z.string(),
  size: z.int(),
  format: z.string(),
  mimetype: z.string(),
  createdAt: momentSchema,
});
/** A stored file: id, name, URL, type and size. */
export type StoredFile = z.infer<typeof fileSchema>;

/** The schema of the response of `GET plugins`. */
export const deploymentResponseSchema = z.object({
  plugins: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      enabled: z.boolean(),
      reason: z.string().nullable(),
      capabilities: z.array(z.string()),
      config: z.record(z.string(), z.unknown()),
      /** Set for an external plugin: its manifest as data, and the URL of its client module. */
      external: z
        .object({ manifest: z.record(z.string(), z.unknown()), client: z.string().nullable() })
        .optional(),
    }),
  ),
  branding: z.object({ name: z.string(), logo: z.string().nullable() }),
  testMode: z.boolean(),
  place: placeSchema.optional(),
  timeZone: z.string(),
  /** Absent if the server masks nothing. */
  privacy: z.object({ revealReason: z.boolean() }).optional(),
  /** The sources of the basemap. */
  tiles: z.array(tileSourceSchema),
  oneId: z.boolean(),
  /** Set if the server records traces: the share of traces that browsers start, from 0 to 1. */
  traces: z.object({ share: z.number() }).optional(),
  /** Logins of a demonstration; absent otherwise, and always in production. */
  demo: z
    .object({
      password: z.string(),
      /** Each login with the text key of its description. */
      logins: z.array(z.object({ login: z.string(), title: z.string() })),
    })
    .optional(),
});
/** The response of `GET plugins`. */
export type DeploymentResponse = z.infer<typeof deploymentResponseSchema>;
