import { z } from 'zod';
import { fail, ownProofBodySchema, signedIn } from '#kernel/plugin-api/contract.ts';
import { readPin, routesOf, unlinkPin, withOwnProof, writeAudit } from '#kernel/plugin-api/server.ts';
import { linkResponseSchema, linkSchema } from '../contract.ts';
import { oneId } from '../manifest.ts';
import { startFlow, requireProvider } from './authorization-flow.ts';

const route = routesOf(oneId);

/** `GET oneid/link`. */
export const show = route({
  method: 'GET',
  path: 'oneid/link',
  summary: 'Whether the user’s account is linked to OneID',
  access: signedIn,
  response: linkSchema,
  async handle({ database, viewer }) {
    const pinfl = await readPin(database, viewer.id);
    return { linked: pinfl !== null, ending: pinfl?.slice(-4) ?? null };
  },
});

/** `POST oneid/link`. */
export const link = route({
  method: 'POST',
  path: 'oneid/link',
  summary: 'Redirects to OneID to link the user’s account',
  access: signedIn,
  body: ownProofBodySchema,
  response: linkResponseSchema,
  transaction: false,
  async handle(call) {
    const { viewer, sessionId, origin, body, context } = call;
    requireProvider(context);
    // Linking adds a sign-in method, so all factors are required.
    await withOwnProof(context, viewer.id, { ...body, sessionId, origin }, async () => undefined);
    const address = await startFlow(call, { adminId: viewer.id, sessionId, from: undefined });
    return { address: address.href };
  },
});

/** `POST oneid/link/removal`. */
export const unlink = route({
  method: 'POST',
  path: 'oneid/link/removal',
  summary: 'Removes the link of the user’s account to OneID; requires a proof of all their factors',
  access: signedIn,
  body: ownProofBodySchema,
  response: z.object({}),
  transaction: false,
  async handle({ viewer: { id }, sessionId, origin, address, body, context }) {
    if ((await readPin(context.database, id)) === null) throw fail('not_found');
    await withOwnProof(context, id, { ...body, sessionId, origin }, async ({ database }) => {
      if (!(await unlinkPin(database, id))) throw fail('not_found');
      const entry = { action: 'one_id.unlink', subjectType: 'admin', subjectId: id };
      await writeAudit(
        database,
        { adminId: id, sessionId, address },
        { ...entry, details: { fields: ['pinfl'] } },
      );
    });
    return {};
  },
});
