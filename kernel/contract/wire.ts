import { z } from 'zod';
import { placeSchema, tileSourceSchema } from './deployment.ts';
import { personal } from './personal.ts';

/** An entity's id: a positive integer, never reused. */
export const idSchema = z.int().positive();

/** An id in a path, a query string or a form: a number, or its digits. */
export const idParamSchema = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
  z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
);

/** A moment: ISO 8601 in UTC, `2026-11-21T08:15:30.000Z`. */
export const momentSchema = z.iso.datetime({ offset: true });

/** A day: `YYYY-MM-DD`. */
export const daySchema = z.iso.date().refine((day) => day >= '0001');

/** `{name}` of one language, trimmed, up to 200 characters. */
export const nameBlockSchema = z.strictObject({ name: z.string().trim().min(1).max(200) });

/** The name blocks that an entity carries, one a language. */
export const namesShape = { uz: nameBlockSchema, ru: nameBlockSchema } as const;

/** An entity's names: `{uz: {name}, ru: {name}}`. */
export const namesSchema = z.object(namesShape);
/** A name in each language, as it is on the wire. */
export type Names = z.infer<typeof namesSchema>;

/** An entity as selects need it: `{id, uz: {name}, ru: {name}}`. */
export const optionSchema = z.object({ id: idSchema, ...namesShape });
/** A choice: an id and its names. */
export type Option = z.infer<typeof optionSchema>;

/** A colour as it is sent in: `#rrggbb`, kept in lower case. */
export const colorSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/);

/** Page numbers and the exact number of matching items over all pages. */
export interface PageInfo {
  page: number;
  limit: number;
  total_pages: number;
  length: number;
  /** The count stopped early; there are at least `length`. */
  capped?: boolean | undefined;
  /** Beyond the count the order is that of the counted ones alone, which need not be the first of all. */
  order_capped?: boolean | undefined;
}

/** One page of a list, as the server answers it. */
export interface Page<Item> extends PageInfo {
  items: Item[];
}

/** The schema of a page of items. */
/* @__NO_SIDE_EFFECTS__ */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    page: z.int(),
    limit: z.int(),
    total_pages: z.int(),
    length: z.int(),
    capped: z.boolean().optional(),
    order_capped: z.boolean().optional(),
  });
}

/** Builds a page from its items and the exact count. */
export function pageOf<Item>(
  items: Item[],
  counted: {
    page: number;
    limit: number;
    length: number;
    capped?: boolean;
    orderCapped?: boolean | undefined;
  },
): Page<Item> {
  const { page, limit, length, capped, orderCapped } = counted;
  const total_pages = Math.ceil(length / limit);
  return {
    items,
    page,
    limit,
    total_pages,
    length,
    ...(capped ? { capped } : {}),
    ...(orderCapped ? { order_capped: true } : {}),
  };
}

/**
 * The query of a list: `page` (from 1), `limit` (1…100), `sort_by`, `sort_order`, `search`, and the list's own filters.
 * An unknown field, sort field or filter value does not pass.
 */
/* @__NO_SIDE_EFFECTS__ */
export function listQuerySchema<
  const Sort extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(list: { sort: Sort; limit?: number; filters: Filters }) {
  return z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(list.limit ?? 20),
    sort_by: z.enum(list.sort).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
    search: z.string().trim().max(200).optional(),
    ...list.filters,
  });
}

/** A person as author, sender or receiver. */
export const personSchema = z.object({
  id: idSchema.optional(),
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullish(),
});
export type Person = z.infer<typeof personSchema>;

/** The filter of a list that selects ask for whole: with `pagination=false` the answer is a bare array. */
export const wholeFilter = { pagination: z.enum(['true', 'false']).optional() } as const;

/** Common fields of records: author and times. `updatedAt` identifies the version. */
export const recordShape = {
  author: personSchema.nullable(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
} as const;

/** The payload of a record's event: its id, and what happened to it. Pages that show it read it again. */
export const recordChangeSchema = z.object({
  id: idSchema,
  change: z.enum(['created', 'updated', 'deleted']),
});
/** The payload of an event about a record that was created, changed or deleted. */
export type RecordChange = z.infer<typeof recordChangeSchema>;

/** The body of every answer that is an error; a code may bring more beside it, such as the version that another wrote. */
export const errorBodySchema = z.looseObject({
  /** For a person, in the asked language. */
  err: z.string(),
  message: z.string(),
  code: z.string(),
  /** Texts by dotted path of the field that is wrong. */
  fields: z.record(z.string(), z.string()).optional(),
});
/** The body of an answer that is an error. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** A stored file. `url` is relative, works without a header, and expires. */
export const fileSchema = z.object({
  id: idSchema,
  name: z.string(),
  url: z.string(),
  size: z.int(),
  format: z.string(),
  mimetype: z.string(),
  createdAt: momentSchema,
});
/** A file that is kept: where it is read, its name, type and size. */
export type StoredFile = z.infer<typeof fileSchema>;

/** The admin of a session, as `GET admins/admin` answers. */
export const sessionAdminSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  phone: personal('phone', z.string()).nullable(),
  login: z.string(),
  user_type: z.literal('admin'),
  role: z.object({
    role: z.enum(['super_admin', 'admin']),
    permissions: z.array(z.string()),
    ...namesShape,
  }),
  neighborhoods: z.array(optionSchema),
  /** Of this person, 32 bytes as hex digits: what their browsers store is encrypted with it. */
  storage_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Set while a first password has to be replaced. */
  must_change_password: z.boolean().optional(),
  /** Set while a second factor is asked for and there is none. */
  must_add_factor: z.boolean().optional(),
});
/** The admin whose session it is, with roles and permissions. */
export type SessionAdmin = z.infer<typeof sessionAdminSchema>;

/** The response of a sign-in that needs a code or a passkey: the ticket of the second step. */
export const secondStepSchema = z.object({
  ticket: z.string(),
  /** What is good for the second step; a code where it is absent. */
  ways: z.array(z.enum(['code', 'passkey'])).optional(),
  /** Seconds until the first step has to be done again. */
  expires_in: z.int(),
});
export type SecondStep = z.infer<typeof secondStepSchema>;

/** The answer of `GET plugins`. */
export const deploymentResponseSchema = z.object({
  plugins: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      enabled: z.boolean(),
      reason: z.string().nullable(),
      capabilities: z.array(z.string()),
      config: z.record(z.string(), z.unknown()),
      /** Of a plugin from outside: its manifest as data, and the address of its client module. */
      outside: z
        .object({ manifest: z.record(z.string(), z.unknown()), client: z.string().nullable() })
        .optional(),
    }),
  ),
  branding: z.object({ name: z.string(), logo: z.string().nullable() }),
  testMode: z.boolean(),
  place: placeSchema.optional(),
  timeZone: z.string(),
  /** Absent where the server masks nothing. */
  privacy: z.object({ revealReason: z.boolean() }).optional(),
  /** Where maps take their ground from. */
  tiles: z.array(tileSourceSchema),
  oneId: z.boolean(),
  /** Present where the server records traces: the share of them that browsers begin, from 0 to 1. */
  traces: z.object({ share: z.number() }).optional(),
  /** How the people of a demonstration sign in; absent elsewhere, and always in production. */
  demo: z
    .object({
      password: z.string(),
      /** Each login with the key of the text that says who it is. */
      logins: z.array(z.object({ login: z.string(), title: z.string() })),
    })
    .optional(),
});
/** The response of `GET plugins`. */
export type DeploymentResponse = z.infer<typeof deploymentResponseSchema>;
