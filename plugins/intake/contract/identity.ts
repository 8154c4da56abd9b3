import { z } from 'zod';
import { personal } from '#kernel/plugin-api/contract.ts';
import { languages } from '#kernel/domain/text/languages.ts';

/* A visitor of the widget proves their identity through OneID, in a separate window. The widget's frame holds
   a random secret and discloses only its hash; the window's address carries that hash, signed for the site.
   The person who returns from OneID is stored under the hash until the frame that holds the secret requests
   it, once, from the same network. The frame gets only what citizens need to recognize themselves; the
   numbers stay on the server, which adds them to the application. */

/** The text form of 32 bytes: a secret, or a hash. */
const bytesSchema = z.string().regex(/^[\w-]{43}$/);

/** Body and response of `POST intake/identities`: the hash of a secret, and the window's address relative to `/api/uz/`. */
export const identityBodySchema = z.strictObject({ request: bytesSchema });
export const identityWindowSchema = z.object({ path: z.string() });

/** Query of `GET intake/identities/window`. */
export const windowQuerySchema = z.strictObject({
  request: bytesSchema,
  site: z.string().max(300),
  until: z.string().regex(/^\d{1,16}$/),
  signature: z.string().regex(/^[0-9a-f]{64}$/),
  language: z.enum(languages).optional(),
});

/** Query of `GET intake/identities/start`: the link on our own page. */
export const startQuerySchema = z.strictObject({
  link: bytesSchema,
  language: z.enum(languages).optional(),
});

/** The reasons why a verification failed. `network`: window and form came from different networks. */
export const identityProblems = ['cancelled', 'refused', 'unavailable', 'state', 'network'] as const;
export type IdentityProblem = (typeof identityProblems)[number];

/** Query of `GET intake/identities/done`. */
export const doneQuerySchema = z.object({ outcome: z.string().max(20).optional() });

/** Body of `POST intake/identities/result`. */
export const identitySecretSchema = z.strictObject({ secret: bytesSchema });

/** The identity of a visitor, as their own form shows it: masked except for the last digits. */
export const shownPersonSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string().nullable(),
  birth_year: personal('birthday', z.int()),
  personal_number: personal('jshshir', z.string()),
  passport: personal('text', z.string()).nullable(),
});
export type ShownPerson = z.infer<typeof shownPersonSchema>;

/** Response of `POST intake/identities/result`. */
export const identityResultSchema = z.object({
  state: z.enum(['waiting', 'failed', 'done']),
  problem: z.enum(identityProblems).nullable(),
  person: shownPersonSchema.nullable(),
});
export type IdentityResult = z.infer<typeof identityResultSchema>;
