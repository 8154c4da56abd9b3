import { z } from 'zod';
import { sessionAdminSchema } from '#kernel/contract/index.ts';

/** Body of `POST admins/login`. */
export const loginBodySchema = z.strictObject({
  login: z.string().trim().min(1).max(100),
  password: z.string().min(1).max(200),
});
export type LoginBody = z.infer<typeof loginBodySchema>;

/** Answer of `POST admins/login`. */
export const loginAnswerSchema = z.object({
  data: z.object({ admin: sessionAdminSchema, token: z.string() }),
});

/** Body of `PUT admins/admin/password`. */
export const passwordBodySchema = z.strictObject({
  old_password: z.string().min(1).max(200),
  password: z.string().min(1).max(200),
});
export type PasswordBody = z.infer<typeof passwordBodySchema>;
