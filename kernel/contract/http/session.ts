import { z } from 'zod';
import { personal } from '../access/personal.ts';
import { idSchema, namesShape, optionSchema } from './wire.ts';

/** The schema of the session's admin, the response of `GET admins/admin`. */
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
  /** The admin's key, 32 bytes in hex: their browsers encrypt stored data with it. */
  storage_key: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Set while an initial password has to be replaced. */
  must_change_password: z.boolean().optional(),
  /** Set if a second factor is required and the admin has none. */
  must_add_factor: z.boolean().optional(),
});
/** The admin of the session, with role and permissions. */
export type SessionAdmin = z.infer<typeof sessionAdminSchema>;

/** The response of a sign-in that needs a code or a passkey: the ticket of the second step. */
export const secondStepSchema = z.object({
  ticket: z.string(),
  /** The possible second steps; `code` if absent. */
  ways: z.array(z.enum(['code', 'passkey'])).optional(),
  /** Seconds until the ticket expires and the first step has to be repeated. */
  expires_in: z.int(),
});
export type SecondStep = z.infer<typeof secondStepSchema>;

/** Seconds until the session expires: without further activity, and at the latest. */
export const sessionTimesSchema = z.object({ expires_in: z.int(), lifetime_left: z.int() });
export type SessionTimes = z.infer<typeof sessionTimesSchema>;
