import { z } from 'zod';
import { idSchema, momentSchema } from '#kernel/contract/index.ts';

const base64url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/);

const credential = {
  id: base64url(2000),
  rawId: base64url(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
};

/**
 * The schema of an authenticator's response to a signature request: the JSON form of WebAuthn
 * (`AuthenticationResponseJSON`).
 */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.string().max(200).default(''),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;

/** The same as JSON text, for a field of a multipart form. */
export const passkeyTextSchema = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON' });
      return z.NEVER;
    }
  })
  .pipe(passkeyAssertionSchema);

/** The schema of an authenticator's response to the creation of a key (`RegistrationResponseJSON`). */
export const passkeyRegistrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(60_000),
    transports: z.array(z.string().max(40)).max(20).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistrationSchema>;

/** WebAuthn options in JSON form, for `parse…OptionsFromJSON` in the browser. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });

/**
 * The body of `POST …/login/passkey/options`: with the ticket of a first step, or without one to sign in with the
 * passkey alone.
 */
export const passkeyLoginOptionsBodySchema = z.strictObject({
  ticket: z.string().min(1).max(100).optional(),
});

/** The body of `POST …/login/passkey`. */
export const passkeyLoginBodySchema = z.strictObject({
  ticket: z.string().min(1).max(100).optional(),
  passkey: passkeyAssertionSchema,
});

/** The body of `POST …/admin/passkeys`. */
export const passkeyAddBodySchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  passkey: passkeyRegistrationSchema,
});

export const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Whether it is bound to one device, as its manufacturer attests. */
  hardware: z.boolean(),
  /** Whether a provider stores copies of it. */
  backed_up: z.boolean(),
  createdAt: momentSchema,
  lastUsedAt: momentSchema.nullable(),
});
/** A passkey of the user: its name, whether it is hardware-bound, and when it was used. */
export type OwnPasskey = z.infer<typeof passkeySchema>;

/** The response of `GET …/admin/passkeys`, the oldest first. */
export const passkeyListSchema = z.object({ items: z.array(passkeySchema) });

/** The response of adding or removing a passkey: the number of passkeys. */
export const passkeyCountSchema = z.object({ passkeys: z.int() });
