import { z } from 'zod';
import { daySchema, idParamSchema, idSchema, namesSchema, namesShape } from '#kernel/plugin-api/contract.ts';

const personShape = { id: idSchema, first_name: z.string(), last_name: z.string() } as const;

/** An admin as shown in selects of colleagues. */
export const staffMemberSchema = z.object({ ...personShape, role: namesSchema });
export type StaffMember = z.infer<typeof staffMemberSchema>;

/** The days on which an admin is away, both ends included, and their substitute for new applications. */
export const absenceSchema = z.object({
  id: idSchema,
  from: daySchema,
  until: daySchema,
  substitute: z.object(personShape),
});
export type Absence = z.infer<typeof absenceSchema>;

/** Response of `GET applications/absences`: those that have not ended, and the possible substitutes. */
export const absencesSchema = z.object({
  absences: z.array(absenceSchema),
  substitutes: z.array(staffMemberSchema),
});
export type Absences = z.infer<typeof absencesSchema>;

/** Body of `POST applications/absences`; without `admin_id` the user's own absence. */
export const absenceBodySchema = z.strictObject({
  admin_id: idParamSchema.optional(),
  from: daySchema,
  until: daySchema,
  substitute_id: idParamSchema,
});

/**
 * Response of `GET applications/handovers/{admin}`: an admin's holdings by neighbourhood, and the possible
 * successors.
 */
export const handoverPlanSchema = z.object({
  admin: z.object(personShape),
  places: z.array(
    z.object({
      neighborhood: z.object({ id: idSchema, ...namesShape }),
      cases: z.int(),
      tasks: z.int(),
      /** With each one's number of open applications; present admins with the fewest first. */
      candidates: z.array(staffMemberSchema.extend({ open: z.int(), is_away: z.boolean() })),
    }),
  ),
});
export type HandoverPlan = z.infer<typeof handoverPlanSchema>;

/** A list of ids in an address, such as `3,17`; empty for none. */
const idsParamSchema = z
  .string()
  .max(20_000)
  .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
  .transform((text) => (text === '' ? [] : text.split(',').map(Number)));

/**
 * Query of `GET applications/handovers/{admin}`: the role and the area that the admin is about to get. With
 * them, the plan contains only the items that the admin could then no longer open; without, all their items.
 */
export const handoverQuerySchema = z
  .strictObject({ role_id: idParamSchema, neighborhoods: idsParamSchema })
  .partial()
  .refine(({ role_id, neighborhoods }) => (role_id === undefined) === (neighborhoods === undefined));

/** Body of `POST applications/handovers`: who takes over an admin's applications and tasks in each neighbourhood. */
export const handoverBodySchema = z.strictObject({
  admin_id: idParamSchema,
  successors: z
    .array(z.strictObject({ neighborhood_id: idParamSchema, successor_id: idParamSchema }))
    .min(1)
    .max(1000),
});
export type HandoverBody = z.infer<typeof handoverBodySchema>;

/** Response of `POST applications/handovers` and `GET applications/handovers/{admin}/progress`. */
export const handoverProgressSchema = z.object({ total: z.int(), done: z.int() });
