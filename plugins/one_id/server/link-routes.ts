import { z } from 'zod';
import { fail, signedIn } from '#kernel/plugin-api/contract.ts';
import { readPin, requireOwnPassword, routesOf, unlinkPin } from '#kernel/plugin-api/server.ts';
import { linkResponseSchema, linkBodySchema, linkSchema } from '../contract.ts';
import { oneId } from '../manifest.ts';
import { startFlow, requireProvider } from './authorization-flow.ts';

const route = routesOf(oneId);

/** `GET oneid/link`. */
export const show = route({
  method: 'GET',
  path: 'oneid/link',
  summary: 'Whether one’s own account is linked to OneID',
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
  summary: 'Goes to OneID, to link one’s own account to it',
  access: signedIn,
  body: linkBodySchema,
  response: linkResponseSchema,
  transaction: false,
  async handle(call) {
    const { viewer, sessionId, body, context } = call;
    requireProvider(context);
    await requireOwnPassword(context, viewer.id, body.password);
    const address = await startFlow(call, { adminId: viewer.id, sessionId, from: undefined });
    return { address: address.href };
  },
});

/** `DELETE oneid/link`. */
export const unlink = route({
  method: 'DELETE',
  path: 'oneid/link',
  summary: 'Takes the link of one’s own account to OneID away',
  access: signedIn,
  response: z.object({}),
  async handle({ database, viewer, audit }) {
    if (!(await unlinkPin(database, viewer.id))) throw fail('not_found');
    await audit({
      action: 'one_id.unlink',
      subjectType: 'admin',
      subjectId: viewer.id,
      details: { fields: ['pinfl'] },
    });
    return {};
  },
});
