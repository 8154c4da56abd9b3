import { z } from 'zod';
import { passkeyAssertionSchema } from './passkeys.ts';
import { idSchema, momentSchema, secondStepSchema, sessionAdminSchema } from '#kernel/contract/index.ts';

/** Body of `POST …/login`. */
export const loginBodySchema = z.strictObject({
  login: z.string().trim().min(1).max(100),
  password: z.string().min(1).max(200),
});
export type LoginBody = z.infer<typeof loginBodySchema>;

/** Answer of a sign-in that is whole. */
export const signedInResponseSchema = z.object({
  data: z.object({ admin: sessionAdminSchema, token: z.string() }),
});

/** Answer of a sign-in whose second step follows (`POST …/login/code`); there is no session yet. */
export const secondStepResponseSchema = z.object({ data: z.object({ second_factor: secondStepSchema }) });

/** Response of `POST …/login`: a session, or a second step for those who have a second factor. */
export const loginResponseSchema = z.union([signedInResponseSchema, secondStepResponseSchema]);

/** A code as it is typed: six digits of the application, or a recovery code. */
const codeSchema = z.string().trim().min(1).max(60);

/** A proof of more than a session: the password and, where there is a second factor, a code; or a passkey alone. */
const proofShape = {
  password: z.string().max(200).default(''),
  code: z.string().trim().max(60).default(''),
  passkey: passkeyAssertionSchema.optional(),
};

/** Body of `POST …/login/code`. */
export const loginCodeBodySchema = z.strictObject({ ticket: z.string().min(1).max(100), code: codeSchema });

/** Response of `GET …/admin/second-factor`. */
export const factorSchema = z.object({
  enabledAt: momentSchema.nullable(),
  /** Recovery codes that have not been used. */
  recovery_left: z.int(),
  /** The installation asks for one: it cannot be switched off. */
  required: z.boolean(),
  /** The ways to prove identity besides the password; none without a second factor. */
  ways: z.array(z.enum(['code', 'passkey'])).optional(),
  /** The installation asks this admin for a passkey that is bound to hardware. */
  hardware_required: z.boolean().optional(),
});
/** Whether the admin has a second factor, and the number of remaining recovery codes. */
export type Factor = z.infer<typeof factorSchema>;

/**
 * Body of `POST …/admin/second-factor`, which starts the setup: sign-in methods are changed only with proof of all existing
 * factors.
 */
export const factorBeginBodySchema = z.strictObject(proofShape);

/** Its response: what an application for codes reads, as an address for a picture and as text to type; shown this once. */
export const factorBeginResponseSchema = z.object({ address: z.string(), secret: z.string() });

/** Body of `PUT …/admin/second-factor`: the first code, which switches it on. */
export const factorConfirmBodySchema = z.strictObject({ code: codeSchema });

/** The body of calls that require all factors: a passkey, or the password and, with a second factor, a code. */
export const ownProofBodySchema = z.strictObject(proofShape);

/** The body of calls that require password and code; `ownProofBodySchema` also accepts a passkey. */
export const factorProofBodySchema = z.strictObject({
  password: z.string().min(1).max(200),
  code: codeSchema,
});

/** Recovery codes, shown this once. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

/** Body of `POST …/admin/activity`: whether the person is active now, or the client only asks how long the session lasts. */
export const activityBodySchema = z.strictObject({ active: z.boolean() });

/** Body of `PUT …/admin/password`. */
export const passwordBodySchema = z.strictObject({
  old_password: z.string().min(1).max(200),
  password: z.string().min(1).max(200),
  /** A code or a passkey, required with a second factor. */
  code: proofShape.code,
  passkey: proofShape.passkey,
});
export type PasswordBody = z.infer<typeof passwordBodySchema>;

/** The schema of an active session: where it was opened and when it was used. */
export const signInSchema = z.object({
  id: idSchema,
  address: z.string(),
  /** Names as their makers write them; empty where the browser does not tell. */
  device: z.object({
    browser: z.string(),
    system: z.string(),
    kind: z.enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
  }),
  createdAt: momentSchema,
  lastSeenAt: momentSchema,
  /** The one that asks. */
  current: z.boolean(),
});
/** A session of the user: where and when it was opened. */
export type SignIn = z.infer<typeof signInSchema>;

/** Response of `GET …/admin/sessions`, the last used first. */
export const signInListSchema = z.object({ items: z.array(signInSchema) });
