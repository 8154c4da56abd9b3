import { z } from 'zod';
import { allows, fail, idParamSchema, pageOf, signedIn, superAdmin } from '#kernel/contract/index.ts';
import { assertNamesFree, assertVersion, changedFields } from '#kernel/records/server/crud/index.ts';
import { routesOf } from '#kernel/server/plugins/api/index.ts';
import {
  directionBodySchema,
  directionListQuerySchema,
  directionListSchema,
  directionSchema,
} from '../contract.ts';
import { directions } from '../manifest.ts';
import { presentDirection } from './presenter.ts';
import { findDirection, insertDirection, listOptions, listPage, updateDirection } from './store.ts';

const route = routesOf(directions);

/** `GET directions`. */
export const list = route({
  method: 'GET',
  path: 'directions',
  summary: 'Directions: a page for super admins; with pagination=false all, for selects',
  access: signedIn,
  query: directionListQuerySchema,
  response: directionListSchema,
  async handle({ database, viewer, query, language }) {
    if (query.pagination === 'false') return listOptions(database, language);
    if (!allows(superAdmin, viewer)) throw fail('forbidden');
    const { rows, length } = await listPage(database, query, language);
    return pageOf(rows.map(presentDirection), { page: query.page, limit: query.limit, length });
  },
});

/** `POST directions`. */
export const create = route({
  method: 'POST',
  path: 'directions',
  summary: 'Adds a direction',
  access: superAdmin,
  body: directionBodySchema,
  response: directionSchema,
  status: 201,
  async handle({ database, viewer, body, audit, emit }) {
    await assertNamesFree(database, { table: 'directions', names: body });
    const id = await insertDirection(database, body, viewer.id);
    const details = { fields: Object.keys(body) };
    await audit({ action: 'directions.create', subjectType: 'direction', subjectId: id, details });
    emit('direction_change', { id, change: 'created' }, { access: superAdmin });
    const written = await findDirection(database, id);
    if (!written) throw fail('not_found');
    return presentDirection(written);
  },
});

/** `PUT directions/:id`. */
export const update = route({
  method: 'PUT',
  path: 'directions/:id',
  summary: 'Renames a direction',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  body: directionBodySchema,
  versioned: true,
  response: directionSchema,
  async handle({ database, params: { id }, body, version, audit, emit }) {
    const found = await findDirection(database, id, { lock: true });
    if (!found) throw fail('not_found');
    const before = presentDirection(found);
    assertVersion({ version }, before);
    await assertNamesFree(database, { table: 'directions', names: body, exceptId: id });
    await updateDirection(database, id, body);
    const details = { fields: changedFields(before, body) };
    await audit({ action: 'directions.update', subjectType: 'direction', subjectId: id, details });
    emit('direction_change', { id, change: 'updated' }, { access: superAdmin });
    const written = await findDirection(database, id);
    if (!written) throw fail('not_found');
    return presentDirection(written);
  },
});
