import { z } from 'zod';
import { areaOf, fail, idParamSchema, reaches } from '#kernel/plugin-api/contract.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import {
  handoverBodySchema,
  handoverPlanSchema,
  handoverProgressSchema,
  handoverQuerySchema,
} from '../../contract/staff.ts';
import { applications, headAccess } from '../../manifest.ts';
import { fieldErrors } from '../core/errors.ts';
import { mayReceive } from '../store/people.ts';
import { recordHandover } from './hand-over.ts';
import { listHoldings, readPlan, readProgress } from './handover-store.ts';
import { readPerson } from './load-store.ts';

const route = routesOf(applications);
const params = z.object({ id: idParamSchema });

/** `GET applications/handovers/:id`. */
export const handoverPlan = route({
  method: 'GET',
  path: 'applications/handovers/:id',
  summary:
    'The open applications and tasks of an admin in the user’s area, or those that they would lose, by neighbourhood, with possible successors',
  access: headAccess,
  params,
  query: handoverQuerySchema,
  response: handoverPlanSchema,
  async handle({ database, viewer, params: { id }, query, context }) {
    const admin = await readPerson(database, id);
    if (!admin) throw fail('not_found');
    const today = dayAt(Date.now(), context.timeZone);
    const { role_id: roleId, neighborhoods } = query;
    const future = roleId === undefined ? null : { roleId, neighborhoods: neighborhoods ?? [] };
    return {
      admin,
      places: [...(await readPlan(database, { adminId: id, area: areaOf(viewer), today, future }))],
    };
  },
});

/** `GET applications/handovers/:id/progress`. */
export const handoverProgress = route({
  method: 'GET',
  path: 'applications/handovers/:id/progress',
  summary: 'The progress of an admin’s last handover',
  access: headAccess,
  params,
  response: handoverProgressSchema,
  async handle({ database, params: { id } }) {
    if (!(await readPerson(database, id))) throw fail('not_found');
    return readProgress(database, id);
  },
});

/** `POST applications/handovers`. */
export const handOver = route({
  method: 'POST',
  path: 'applications/handovers',
  summary: 'Hands over the open applications and tasks of an admin by neighbourhood; a job moves them',
  access: headAccess,
  body: handoverBodySchema,
  response: handoverProgressSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, context } = call;
    const area = areaOf(viewer);
    const { admin_id: adminId, successors } = body;
    if (!(await readPerson(database, adminId))) throw fail('not_found');
    const chosen = new Map(successors.map((one) => [one.neighborhood_id, one.successor_id]));
    for (const [neighborhoodId, successor] of chosen) {
      const fits =
        reaches(area, neighborhoodId) &&
        successor !== adminId &&
        (await mayReceive(database, successor, neighborhoodId));
      if (!fits) throw fieldErrors({ successors: 'receiver_unfit' });
    }
    const held = await listHoldings(database, adminId, [...chosen.keys()]);
    const items = held.map((item) => ({ ...item, successor_id: chosen.get(item.neighborhood_id) ?? null }));
    if (items.length > 0) await recordHandover(call, context, { adminId, authorId: viewer.id, items });
    return { total: items.length, done: 0 };
  },
});
