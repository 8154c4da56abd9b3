import { z } from 'zod';
import { personal } from '#kernel/plugin-api/contract.ts';
import { languages } from '#kernel/domain/text/languages.ts';

/*
 * A visitor of the widget shows who they are by OneID, in a window of their own. The frame of the widget holds a random secret and
 * says its hash alone; the window's address carries that hash, signed for the site. Who came back from OneID is kept under the
 * hash until the frame that holds the secret asks, once, from the same network. The frame gets what the citizen needs to
 * recognise themselves; the numbers stay on the server, and are put into the application there.
 */

/** The text form of 32 bytes: a secret, or a hash. */
const bytesSchema = z.string().regex(/^[\w-]{43}$/);

/** Body and answer of `POST intake/identities`: the hash of a secret, and where the window opens, relative to `/api/uz/`. */
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

/** Query of `GET intake/identities/start`: the link of our own page. */
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

/** The identity of a visitor, as their own form shows it: dots in place of all but the last digits. */
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
