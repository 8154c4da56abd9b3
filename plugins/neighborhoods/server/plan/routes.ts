import { z } from 'zod';
import { fail, idParamSchema, noticeHook, superAdmin } from '#kernel/plugin-api/contract.ts';
import { assertVersion, type Call, routesOf } from '#kernel/plugin-api/server.ts';
import {
  borderPlanSchema,
  planBodySchema,
  planSaveBodySchema,
  savedNeighborhoodSchema,
  type Handover,
  type SavedNeighborhood,
  type Successor,
} from '../../contract.ts';
import { neighborhoods } from '../../manifest.ts';
import { refuse } from '../errors.ts';
import { records } from '../neighborhood-server.ts';
import { presentOutline, type WantedArea } from './change-areas.ts';
import { makePlan, type MadePlan } from './make-plan.ts';

const route = routesOf(neighborhoods);
const params = z.object({ id: idParamSchema });
type PlanBody = z.output<typeof planBodySchema>;
type PlanSaveCall = Call<{ id: number }, unknown, z.output<typeof planSaveBodySchema>, typeof neighborhoods>;

/** `POST neighborhoods/:id/plan`. */
const plan = route({
  method: 'POST',
  path: 'neighborhoods/:id/plan',
  summary:
    'What a new border changes: whose homes and cases move, and who would have to take them; changes nothing',
  access: superAdmin,
  params,
  body: planBodySchema,
  versioned: true,
  response: borderPlanSchema,
  async handle(call) {
    await assertCurrent(call, call.params.id, call.version);
    return (await makePlan(call, wantedOf(call.params.id, call.body), { isSaving: false })).plan;
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
    const made = await makePlan(call, wantedOf(id, call.body), { isSaving: true });
    if (made.plan.digest !== digest) throw refuse('plan_changed', { beside: { plan: made.plan } });
    assertSuccessors(made.plan.handovers, successors);
    await changeNeighbors(call, made);
    // After them, since the answer says what the border overlaps; it has what that of `PUT neighborhoods/:id` has.
    const saved = await records.change(call, id, { verb: 'update', bodyOf: () => body });
    for (const part of made.parts) await part.apply(successors);
    await notifyAdmins(call, made);
    return saved as SavedNeighborhood;
  },
});

function wantedOf(id: number, { coords, geometry, neighbors }: PlanBody): WantedArea[] {
  return [{ id, updatedAt: null, coords, geometry }, ...neighbors];
}

/** Throws where another version was edited than the one that is stored, before anything is compared with it. */
async function assertCurrent(
  { database }: Pick<PlanSaveCall, 'database'>,
  id: number,
  version: string | null,
): Promise<void> {
  const current = await records.store.find(database, id, { area: 'everywhere' });
  if (!current) throw fail('not_found');
  assertVersion({ version }, current);
}

async function changeNeighbors(call: PlanSaveCall, { changed }: MadePlan): Promise<void> {
  // Their versions have been compared already.
  const unversioned: PlanSaveCall = Object.create(call, { version: { value: null } });
  for (const { stored, after } of changed) {
    if (stored.id === call.params.id) continue;
    const { uz, ru, color } = stored;
    const bodyOf = () => ({ uz, ru, color, ...presentOutline(after) });
    await records.change(unversioned, stored.id, { verb: 'border.move', bodyOf });
  }
}

/** Throws unless everybody who loses the reach of cases has a successor among those who may take them. */
function assertSuccessors(handovers: readonly Handover[], successors: readonly Successor[]): void {
  if (handovers.some(({ candidates }) => candidates.length === 0)) throw refuse('successor_absent');
  const isChosen = ({ receiver, neighborhood_id, candidates }: Handover) =>
    successors.some(
      (one) =>
        one.receiver_id === receiver.id &&
        one.neighborhood_id === neighborhood_id &&
        candidates.some(({ id }) => id === one.successor_id),
    );
  if (handovers.every(isChosen)) return;
  throw fail('invalid', { fields: { successors: { key: 'neighborhoods:errors.successor_required' } } });
}

/** Tells admins whose area holds other things than before; those of the same numbers get one notice. */
async function notifyAdmins({ hooks, viewer }: PlanSaveCall, { plan: { admins }, parts }: MadePlan) {
  for (const { plugin, permission, notice } of parts) {
    const concerned = admins.flatMap(({ id, changes }) =>
      changes.filter((one) => one.plugin === plugin).map(({ gained, lost }) => ({ id, gained, lost })),
    );
    for (const group of Map.groupBy(concerned, ({ gained, lost }) => `${gained} ${lost}`).values()) {
      const { gained = 0, lost = 0 } = group[0] ?? {};
      const audience = { permission, adminIds: group.map(({ id }) => id), exceptAdminId: viewer.id };
      await hooks.call(noticeHook, { type: notice, payload: { gained, lost }, audience });
    }
  }
}

export const planRoutes = [plan, save];
