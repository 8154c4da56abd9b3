import { z } from 'zod';
import { daySchema, defineRecord, idSchema, type RecordOf, superAdmin } from '#kernel/plugin-api/contract.ts';

/** Answer of `GET users/lookup?personal_number=`: what the register knows of a citizen. */
export const citizenSchema = z.object({
  id: idSchema,
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  phone: z.string().nullable(),
  birthday: daySchema.nullable(),
  passport_series: z.string().nullable(),
  passport_number: z.string().nullable(),
  personal_number: z.string(),
});
export type Citizen = z.infer<typeof citizenSchema>;

/** Query of `GET users/lookup`. */
export const lookupQuerySchema = z.strictObject({ personal_number: z.string().regex(/^\d{14}$/) });

const flagSchema = z.enum(['true', 'false']);

/**
 * A registered citizen; the list is newest first unless asked, and searched by name, phone, passport and JSHSHIR, where it
 * stops counting at 10,000 and says so by `capped`. In lists, and in the answer of a block, `personal_number` and
 * `passport_number` have dots in place of all but their last digits; `GET users/{id}` has them in the clear, and is audited.
 */
export const user = defineRecord({
  plugin: 'users',
  name: 'user',
  type: 'User',
  table: 'users',
  path: 'users',
  page: '/users',
  access: superAdmin,
  readOnly: true,
  fields: { ...citizenSchema.omit({ id: true }).shape, is_fully_filled: z.boolean(), blocked: z.boolean() },
  sorts: ['createdAt', 'name'],
  filters: { blocked: flagSchema.optional(), is_fully_filled: flagSchema.optional() },
  calls: {
    list: 'The registered citizens, newest first unless asked, their numbers hidden',
    detail: 'One registered citizen in the clear, which is written to the audit log',
  },
});
export type User = RecordOf<typeof user>;
export type UserSort = (typeof user.sorts)[number];

/** Query of `PUT users/user/{id}/block`. */
export const blockQuerySchema = z.strictObject({ blocked: flagSchema });
