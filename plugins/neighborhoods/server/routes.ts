import { z } from 'zod';
import { allows, areaOf, fail, idParamSchema, pageOf, signedIn, superAdmin } from '#kernel/contract/index.ts';
import { routesOf } from '#kernel/server/plugins/api/index.ts';
import {
  neighborhoodDetailSchema,
  neighborhoodListQuerySchema,
  neighborhoodListSchema,
  neighborhoodQuerySchema,
  overlapsBodySchema,
  overlapsSchema,
} from '../contract.ts';
import { neighborhoods } from '../manifest.ts';
import { findOverlaps } from './overlaps.ts';
import { presentNeighborhood, presentReceiver } from './presenter.ts';
import { receiversIn } from './receivers.ts';
import { findNeighborhood, listOptions, listPage } from './store.ts';

const route = routesOf(neighborhoods);

/** `GET neighborhoods`: for selects within one's area, and the paged list, which is the super admin's. */
export const list = route({
  method: 'GET',
  path: 'neighborhoods',
  summary: 'Neighbourhoods: a page for super admins; with pagination=false one’s own, for selects',
  access: signedIn,
  query: neighborhoodListQuerySchema,
  response: neighborhoodListSchema,
  async handle({ database, viewer, query, language }) {
    const area = areaOf(viewer);
    if (query.pagination === 'false') return listOptions(database, area, language);
    if (!allows(superAdmin, viewer)) throw fail('forbidden');
    const { rows, length } = await listPage(database, query, { area, language });
    return pageOf(rows.map(presentNeighborhood), { page: query.page, limit: query.limit, length });
  },
});

/** `GET neighborhoods/:id`: outside of one's area there is none. */
export const detail = route({
  method: 'GET',
  path: 'neighborhoods/:id',
  summary: 'One neighbourhood; with include=users those who may receive its applications',
  access: signedIn,
  params: z.object({ id: idParamSchema }),
  query: neighborhoodQuerySchema,
  response: neighborhoodDetailSchema,
  async handle({ database, viewer, params, query }) {
    const found = await findNeighborhood(database, params.id, areaOf(viewer));
    if (!found) throw fail('not_found');
    const users =
      query.include === 'users' ? (await receiversIn(database, found.id)).map(presentReceiver) : undefined;
    return { ...presentNeighborhood(found), ...(users ? { users } : {}) };
  },
});

/** `POST neighborhoods/overlaps`: a question, sent as a body since a polygon is too long for an address. */
export const overlaps = route({
  method: 'POST',
  path: 'neighborhoods/overlaps',
  summary: 'What a polygon that is being drawn overlaps; changes nothing',
  access: superAdmin,
  body: overlapsBodySchema,
  response: overlapsSchema,
  transaction: false,
  async handle({ database, body }) {
    return { overlaps: await findOverlaps(database, body.coords, body.id ?? null) };
  },
});
