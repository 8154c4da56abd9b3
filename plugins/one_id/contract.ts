import { z } from 'zod';
import { secondStepSchema } from '#kernel/plugin-api/contract.ts';

/** The result of a sign-in through the service, as in the page's address. */
export const outcomes = [
  'done',
  'linked',
  'state',
  'cancelled',
  'refused',
  'unavailable',
  'unknown',
  'taken',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Query of `GET oneid`: where to go after the sign-in, a path of this application. */
export const startQuerySchema = z.object({ from: z.string().max(2000).optional() });

/** Query of `GET oneid/callback`, as the service redirects the browser back. */
export const callbackQuerySchema = z.object({
  code: z.string().max(2000).optional(),
  state: z.string().max(200).optional(),
});

/**
 * Response of `POST oneid/session`: a session, or a second step (`POST admins/login/code`). OneID replaces the password, not the
 * second factor.
 */
export const sessionResponseSchema = z.object({
  data: z.union([z.object({ token: z.string() }), z.object({ second_factor: secondStepSchema })]),
});

/** Response of `GET oneid/link`: whether the user's account is linked, and the last digits of the number. */
export const linkSchema = z.object({ linked: z.boolean(), ending: z.string().nullable() });
export type LinkState = z.infer<typeof linkSchema>;

/** Response of `POST oneid/link`: the address that the browser opens next. */
export const linkResponseSchema = z.object({ address: z.string() });
