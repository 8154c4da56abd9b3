import { z } from 'zod';
import {
  daySchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  pageSchema,
} from '#kernel/plugin-api/contract.ts';

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

/**
 * A registered citizen. In lists, and in the answer of a block, `personal_number` and `passport_number` have dots in place of
 * all but their last digits; `GET users/{id}` has them in the clear, and is written to the audit log.
 */
export const userSchema = citizenSchema.extend({
  is_fully_filled: z.boolean(),
  blocked: z.boolean(),
  createdAt: momentSchema,
  updatedAt: momentSchema,
});
export type User = z.infer<typeof userSchema>;

/** What the list is sorted by. */
export const userSorts = ['createdAt', 'name'] as const;
export type UserSort = (typeof userSorts)[number];

const flagSchema = z.enum(['true', 'false']);

/** Query of `GET users`: newest first unless asked; searched by name, phone, passport and JSHSHIR. */
export const userListQuerySchema = listQuerySchema({
  sort: userSorts,
  filters: { blocked: flagSchema.optional(), is_fully_filled: flagSchema.optional() },
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;

/** Answer of `GET users`; a text search stops counting at 10,000 and says so by `capped`. */
export const userPageSchema = pageSchema(userSchema);

/** Query of `PUT users/user/{id}/block`. */
export const blockQuerySchema = z.strictObject({ blocked: flagSchema });
