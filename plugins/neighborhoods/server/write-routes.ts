import { z } from 'zod';
import { fail, idParamSchema, idSchema, signedIn, superAdmin } from '#kernel/contract/index.ts';
import {
  assertNamesFree,
  assertUnused,
  assertVersion,
  changedFields,
} from '#kernel/records/server/crud/index.ts';
import { routesOf, type Call } from '#kernel/server/plugins/api/index.ts';
import { neighborhoodBodySchema, savedNeighborhoodSchema, type SavedNeighborhood } from '../contract.ts';
import { neighborhoods } from '../manifest.ts';
import { findOverlaps } from './overlaps.ts';
import { presentNeighborhood } from './presenter.ts';
import { deleteNeighborhood, findNeighborhood, insertNeighborhood, updateNeighborhood } from './store.ts';

const route = routesOf(neighborhoods);
const params = z.object({ id: idParamSchema });

/** `POST neighborhoods`. */
export const create = route({
  method: 'POST',
  path: 'neighborhoods',
  summary: 'Adds a neighbourhood; an overlap with others is answered as a warning',
  access: superAdmin,
  body: neighborhoodBodySchema,
  response: savedNeighborhoodSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body } = call;
    await assertNamesFree(database, { table: 'neighborhoods', names: body });
    const id = await insertNeighborhood(database, body, viewer.id);
    return finish(call, { id, change: 'created', fields: Object.keys(body) });
  },
});

/** `PUT neighborhoods/:id`. */
export const update = route({
  method: 'PUT',
  path: 'neighborhoods/:id',
  summary: 'Changes a neighbourhood; an overlap with others is answered as a warning',
  access: superAdmin,
  params,
  body: neighborhoodBodySchema,
  versioned: true,
  response: savedNeighborhoodSchema,
  async handle(call) {
    const { database, body } = call;
    const { id } = call.params;
    const before = await lock(call, id);
    await assertNamesFree(database, { table: 'neighborhoods', names: body, exceptId: id });
    await updateNeighborhood(database, id, body);
    return finish(call, { id, change: 'updated', fields: changedFields(before, body) });
  },
});

/** `DELETE neighborhoods/:id`. */
export const remove = route({
  method: 'DELETE',
  path: 'neighborhoods/:id',
  summary: 'Deletes a neighbourhood to which nothing refers',
  access: superAdmin,
  params,
  versioned: true,
  response: z.object({ id: idSchema }),
  async handle(call) {
    const { id } = call.params;
    await lock(call, id);
    await assertUnused(call, 'neighborhoods.neighborhood', id);
    await deleteNeighborhood(call.database, id);
    await call.audit({ action: 'neighborhoods.delete', subjectType: 'neighborhood', subjectId: id });
    show(call, { id, change: 'deleted' });
    return { id };
  },
});

type OwnCall = Call<unknown, unknown, unknown, typeof neighborhoods>;

/** Holds the neighbourhood until the transaction ends; throws when there is none, or another version of it. */
async function lock(call: OwnCall, id: number) {
  const found = await findNeighborhood(call.database, id, 'everywhere', { lock: true });
  if (!found) throw fail('not_found');
  const before = presentNeighborhood(found);
  assertVersion(call, before);
  return before;
}

async function finish(
  call: OwnCall,
  { id, change, fields }: { id: number; change: 'created' | 'updated'; fields: readonly string[] },
): Promise<SavedNeighborhood> {
  const action = change === 'created' ? 'neighborhoods.create' : 'neighborhoods.update';
  await call.audit({ action, subjectType: 'neighborhood', subjectId: id, details: { fields } });
  show(call, { id, change });
  const written = await findNeighborhood(call.database, id, 'everywhere');
  if (!written) throw fail('not_found');
  const overlaps = await findOverlaps(call.database, written.coords, id);
  return { ...presentNeighborhood(written), overlaps };
}

/** Whoever reaches the neighbourhood may have it on his screen. */
function show({ emit }: OwnCall, change: { id: number; change: 'created' | 'updated' | 'deleted' }): void {
  emit('neighborhood_change', change, { access: signedIn, neighborhoodId: change.id });
}
