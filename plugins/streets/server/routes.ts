import { z } from 'zod';
import { allows, areaOf, fail, idParamSchema, pageOf, reaches, signedIn } from '#kernel/contract/index.ts';
import {
  assertNamesFree,
  assertUnused,
  assertVersion,
  changedFields,
} from '#kernel/records/server/crud/index.ts';
import { routesOf, type Call } from '#kernel/server/plugins/api/index.ts';
import {
  streetBodySchema,
  streetListQuerySchema,
  streetListSchema,
  streetSchema,
  type Street,
  type StreetBody,
} from '../contract.ts';
import { streets } from '../manifest.ts';
import { keepers } from './access.ts';
import { presentStreet } from './presenter.ts';
import {
  findStreet,
  insertStreet,
  listOptions,
  listPage,
  neighborhoodExists,
  updateStreet,
} from './store.ts';

const route = routesOf(streets);

/** `GET streets`. */
export const list = route({
  method: 'GET',
  path: 'streets',
  summary: 'Streets within one’s area: a page for their keepers; with pagination=false all, for selects',
  access: signedIn,
  query: streetListQuerySchema,
  response: streetListSchema,
  async handle({ database, viewer, query, language }) {
    const place = { area: areaOf(viewer), language };
    if (query.pagination === 'false') return listOptions(database, query, place);
    if (!allows(keepers, viewer)) throw fail('forbidden');
    const { rows, length } = await listPage(database, query, place);
    return pageOf(rows.map(presentStreet), { page: query.page, limit: query.limit, length });
  },
});

/** `POST streets`. */
export const create = route({
  method: 'POST',
  path: 'streets',
  summary: 'Adds a street to a neighbourhood of one’s area',
  access: keepers,
  body: streetBodySchema,
  response: streetSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body } = call;
    await assertNeighborhood(call, body);
    await assertNamesFree(database, { table: 'streets', names: body, parent: parentOf(body) });
    const id = await insertStreet(database, body, viewer.id);
    const details = { fields: Object.keys(body) };
    await call.audit({ action: 'streets.create', subjectType: 'street', subjectId: id, details });
    show(call, { id, change: 'created' }, [body.neighborhood_id]);
    return written(call, id);
  },
});

/** `PUT streets/:id`. */
export const update = route({
  method: 'PUT',
  path: 'streets/:id',
  summary: 'Renames a street; one that nothing refers to may be given to another neighbourhood',
  access: keepers,
  params: z.object({ id: idParamSchema }),
  body: streetBodySchema,
  versioned: true,
  response: streetSchema,
  async handle(call) {
    const { database, viewer, body } = call;
    const { id } = call.params;
    const found = await findStreet(database, id, areaOf(viewer), { lock: true });
    if (!found) throw fail('not_found');
    const before = presentStreet(found);
    assertVersion(call, before);
    await assertNeighborhood(call, body);
    // What stands in the street stands in its neighbourhood: it would be torn apart.
    if (body.neighborhood_id !== before.neighborhood_id) await assertUnused(call, 'streets.street', id);
    await assertNamesFree(database, { table: 'streets', names: body, parent: parentOf(body), exceptId: id });
    await updateStreet(database, id, body);
    const details = { fields: changedFields(before, body) };
    await call.audit({ action: 'streets.update', subjectType: 'street', subjectId: id, details });
    show(call, { id, change: 'updated' }, [before.neighborhood_id, body.neighborhood_id]);
    return written(call, id);
  },
});

type OwnCall = Call<unknown, unknown, unknown, typeof streets>;

function parentOf({ neighborhood_id }: StreetBody) {
  return { column: 'neighborhood_id', id: neighborhood_id };
}

/** A street is put where one reaches; elsewhere the field says so. */
async function assertNeighborhood(
  { database, viewer }: OwnCall,
  { neighborhood_id }: StreetBody,
): Promise<void> {
  if (reaches(areaOf(viewer), neighborhood_id) && (await neighborhoodExists(database, neighborhood_id)))
    return;
  throw fail('invalid', { fields: { neighborhood_id: { key: 'streets:errors.neighborhood_foreign' } } });
}

/** To whoever keeps streets in one of the neighbourhoods. */
function show(
  { emit }: OwnCall,
  change: { id: number; change: 'created' | 'updated' },
  neighborhoodIds: readonly number[],
): void {
  for (const neighborhoodId of new Set(neighborhoodIds)) {
    emit('street_change', change, { access: keepers, neighborhoodId });
  }
}

async function written({ database }: OwnCall, id: number): Promise<Street> {
  const row = await findStreet(database, id, 'everywhere');
  if (!row) throw fail('not_found');
  return presentStreet(row);
}
