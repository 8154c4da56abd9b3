import { areaOf, runQuery } from '#kernel/plugin-api/contract.ts';
import { defineServer, hooksOf, routesOf, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { applicationChangedHook, workQuery } from '#plugins/applications/contract.ts';
import { workRequestSchema, workSchema } from '../contract.ts';
import { receiverAccess, work } from '../manifest.ts';

/** `GET work`. */
const mine = routesOf(work)({
  method: 'GET',
  path: 'work',
  summary:
    'The user’s work: their applications by urgency, and those that nobody has taken, with exact counts',
  access: receiverAccess,
  query: workRequestSchema,
  response: workSchema,
  async handle({ viewer, query: { group, limit }, hooks }) {
    const groups = await runQuery(hooks, workQuery, {
      adminId: viewer.id,
      area: areaOf(viewer),
      group,
      limit,
    });
    return { groups: groups.map((page) => ({ ...page, items: [...page.items] })) };
  },
});

/** Notifies the work pages of an area of a changed application. */
const followApplications = hooksOf(work)(applicationChangedHook, async ({ id, neighborhoodId }, { emit }) => {
  emit('work_change', { id }, { neighborhoodId });
});

/** The server module of the work page; the plugins that own the records provide its content. */
export const workServer = defineServer(work, {
  routes: [mine],
  hooks: [followApplications, shareKnowledge('work', new URL('../knowledge/', import.meta.url))],
});
