import { z } from 'zod';
import { personal } from '../access/personal.ts';
import { idSchema, namesShape, optionSchema } from './wire.ts';

/** The schema of the admin of a session in `GET admins/admin`. */
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
  /** Set if a second factor is required and the admin has none. */
  must_add_factor: z.boolean().optional(),
});
/** The admin of the session, with role and permissions. */
export type SessionAdmin = z.infer<typeof sessionAdminSchema>;

/** The response of a sign-in that needs a code or a passkey: the ticket of the second step. */
export const secondStepSchema = z.object({
  ticket: z.string(),
  /** The ways of the second step; a code if absent. */
  ways: z.array(z.enum(['code', 'passkey'])).optional(),
  /** Seconds until the first step has to be done again. */
  expires_in: z.int(),
});
export type SecondStep = z.infer<typeof secondStepSchema>;

/** How many seconds a session lasts: as it stands, and at most, however active its person is. */
export const sessionTimesSchema = z.object({ expires_in: z.int(), lifetime_left: z.int() });
export type SessionTimes = z.infer<typeof sessionTimesSchema>;
