import { z } from 'zod';
import { fail, idParamSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import { assertVersion, type Call, routesOf } from '#kernel/plugin-api/server.ts';
import {
  borderPlanSchema,
  planBodySchema,
  planSaveBodySchema,
  savedNeighborhoodSchema,
  type SavedNeighborhood,
} from '../../contract.ts';
import { neighborhoods } from '../../manifest.ts';
import { records } from '../core/neighborhood-server.ts';
import { assertAgreed, changeBorders, moveRecords } from './apply-plan.ts';
import { requestedNeighbors, type RequestedArea } from './change-areas.ts';
import { makePlan } from './make-plan.ts';

const route = routesOf(neighborhoods);
const params = z.object({ id: idParamSchema });
type PlanBody = z.output<typeof planBodySchema>;
type PlanSaveCall = Call<{ id: number }, unknown, z.output<typeof planSaveBodySchema>, typeof neighborhoods>;

/** `POST neighborhoods/:id/plan`. */
const plan = route({
  method: 'POST',
  path: 'neighborhoods/:id/plan',
  summary:
    'Previews the effects of a new border: the households and applications that move, and the admins to take them; changes nothing',
  access: superAdmin,
  params,
  body: planBodySchema,
  versioned: true,
  response: borderPlanSchema,
  async handle(call) {
    await assertCurrent(call, call.params.id, call.version);
    return (await makePlan(call, requestedAreas(call.params.id, call.body), { isSaving: false })).plan;
  },
});

/** `PUT neighborhoods/:id/plan`. */
const save = route({
  method: 'PUT',
  path: 'neighborhoods/:id/plan',
  summary: 'Saves a neighbourhood with its border, its neighbours’ and all that moves with them, or nothing',
  access: superAdmin,
  params,
  body: planSaveBodySchema,
  versioned: true,
  response: savedNeighborhoodSchema,
  async handle(call) {
    const { id } = call.params;
    const { neighbors: _, digest, successors, ...body } = call.body;
    await assertCurrent(call, id, call.version);
    const made = await makePlan(call, requestedAreas(id, call.body), { isSaving: true });
    assertAgreed(made, { digest, successors });
    await changeBorders(call, made, id);
    // After the moves, since the response includes the border's overlaps, as that of `PUT neighborhoods/:id`
    // does.
    const saved = await records.change(call, id, { verb: 'update', bodyOf: () => body });
    await moveRecords(call, made, successors);
    return saved as SavedNeighborhood;
  },
});

function requestedAreas(id: number, { coords, geometry, neighbors }: PlanBody): RequestedArea[] {
  return [{ id, updatedAt: null, coords, geometry }, ...requestedNeighbors(neighbors)];
}

/** Throws if the edited version is not the stored one, before anything is compared with it. */
async function assertCurrent(
  { database }: Pick<PlanSaveCall, 'database'>,
  id: number,
  version: string | null,
): Promise<void> {
  const current = await records.store.find(database, id, { area: 'everywhere' });
  if (!current) throw fail('not_found');
  assertVersion({ version }, current);
}

export const planRoutes = [plan, save];
