import { z } from 'zod';
import {
  allows,
  areaOf,
  fail,
  idParamSchema,
  optionSchema,
  pageOf,
  signedIn,
  superAdmin,
} from '#kernel/contract/index.ts';
import { route } from '#kernel/server/plugin.ts';
import {
  neighborhoodDetailSchema,
  neighborhoodListQuerySchema,
  neighborhoodPageSchema,
  neighborhoodQuerySchema,
} from '../contract.ts';
import { presentDetail, presentItem, presentOption } from './presenter.ts';
import { findNeighborhood, listOptions, listPage, receiversIn } from './store.ts';

/** `GET neighborhoods`: for selects within one's area, and the paged list, which is the super admin's. */
export const list = route({
  method: 'GET',
  path: 'neighborhoods',
  summary: 'Neighbourhoods: a page for super admins; with pagination=false one’s own, for selects',
  access: signedIn,
  query: neighborhoodListQuerySchema,
  answer: z.union([z.array(optionSchema), neighborhoodPageSchema]),
  async handle({ database, viewer, query, language }) {
    if (query.pagination === 'false') {
      return (await listOptions(database, areaOf(viewer), language)).map(presentOption);
    }
    if (!allows(superAdmin, viewer)) throw fail('forbidden');
    const { rows, length } = await listPage(database, query, language);
    return pageOf(rows.map(presentItem), { page: query.page, limit: query.limit, length });
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
  answer: neighborhoodDetailSchema,
  async handle({ database, viewer, params, query }) {
    const found = await findNeighborhood(database, params.id, areaOf(viewer));
    if (!found) throw fail('not_found');
    const receivers = query.include === 'users' ? await receiversIn(database, found.id) : undefined;
    return presentDetail(found, receivers);
  },
});
