import { z } from 'zod';
import { passkeyAssertionSchema } from './passkeys.ts';
import { idSchema, momentSchema, secondStepSchema, sessionAdminSchema } from '#kernel/contract/index.ts';

/** The body of `POST …/login`. */
export const loginBodySchema = z.strictObject({
  login: z.string().trim().min(1).max(100),
  password: z.string().min(1).max(200),
});
export type LoginBody = z.infer<typeof loginBodySchema>;

/** The response of a completed sign-in. */
export const signedInResponseSchema = z.object({
  data: z.object({ admin: sessionAdminSchema, token: z.string() }),
});

/** The response of a sign-in that needs a second step (`POST …/login/code`); there is no session yet. */
export const secondStepResponseSchema = z.object({ data: z.object({ second_factor: secondStepSchema }) });

/** The response of `POST …/login`: a session, or the second step for admins with a second factor. */
export const loginResponseSchema = z.union([signedInResponseSchema, secondStepResponseSchema]);

/** A typed code: six digits of the authenticator application, or a recovery code. */
const codeSchema = z.string().trim().min(1).max(60);

/** A proof of identity beyond the session: the password and, with a second factor, a code; or a passkey alone. */
const proofShape = {
  password: z.string().max(200).default(''),
  code: z.string().trim().max(60).default(''),
  passkey: passkeyAssertionSchema.optional(),
};

/** The body of `POST …/login/code`. */
export const loginCodeBodySchema = z.strictObject({ ticket: z.string().min(1).max(100), code: codeSchema });

/** The response of `GET …/admin/second-factor`. */
export const factorSchema = z.object({
  enabledAt: momentSchema.nullable(),
  /** The number of unused recovery codes. */
  recovery_left: z.int(),
  /** Whether the installation requires a second factor; then it cannot be removed. */
  required: z.boolean(),
  /** The ways to prove identity besides the password; none without a second factor. */
  ways: z.array(z.enum(['code', 'passkey'])).optional(),
  /** Whether the installation requires a hardware-bound passkey of this admin. */
  hardware_required: z.boolean().optional(),
});
/** The second factor of an admin, and the number of unused recovery codes. */
export type Factor = z.infer<typeof factorSchema>;

/**
 * The body of `POST …/admin/second-factor`, which starts the setup: changing sign-in methods requires all existing
 * factors.
 */
export const factorBeginBodySchema = z.strictObject(proofShape);

/**
 * Its response: the secret for the authenticator application, as a URI for the QR code and as text to type; sent only
 * once.
 */
export const factorBeginResponseSchema = z.object({ address: z.string(), secret: z.string() });

/** The body of `PUT …/admin/second-factor`: the first code, which enables it. */
export const factorConfirmBodySchema = z.strictObject({ code: codeSchema });

/** The body of calls that require all factors: a passkey, or the password and, with a second factor, a code. */
export const ownProofBodySchema = z.strictObject(proofShape);

/** The body of calls that require password and code; `ownProofBodySchema` also accepts a passkey. */
export const factorProofBodySchema = z.strictObject({
  password: z.string().min(1).max(200),
  code: codeSchema,
});

/** Recovery codes, sent only once. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });

/**
 * The body of `POST …/admin/activity`: whether the user is active now, or the client only reads how long the session
 * lasts.
 */
export const activityBodySchema = z.strictObject({ active: z.boolean() });

/** The body of `PUT …/admin/password`. */
export const passwordBodySchema = z.strictObject({
  old_password: z.string().min(1).max(200),
  password: z.string().min(1).max(200),
  /** A code or a passkey, required with a second factor. */
  code: proofShape.code,
  passkey: proofShape.passkey,
});
export type PasswordBody = z.infer<typeof passwordBodySchema>;

/** The schema of an active session: where it was opened, and when it was used. */
export const signInSchema = z.object({
  id: idSchema,
  address: z.string(),
  /** Product names as their vendors write them; empty if unknown. */
  device: z.object({
    browser: z.string(),
    system: z.string(),
    kind: z.enum(['computer', 'phone', 'tablet', 'program', 'unknown']),
  }),
  createdAt: momentSchema,
  lastSeenAt: momentSchema,
  /** Whether it is the caller's session. */
  current: z.boolean(),
});
/** An active session of the user. */
export type SignIn = z.infer<typeof signInSchema>;

/** The response of `GET …/admin/sessions`, the last used first. */
export const signInListSchema = z.object({ items: z.array(signInSchema) });
