import { z } from 'zod';
import { daySchema, idSchema } from '#kernel/contract/index.ts';

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
