import { z } from 'zod';
import { areaOf, fail, idParamSchema, signedIn, superAdmin } from '#kernel/plugin-api/contract.ts';
import { recordServer, routesOf, unassignNeighborhood } from '#kernel/plugin-api/server.ts';
import { localizedName } from '#kernel/domain/text/index.ts';
import {
  neighborhood,
  neighborhoodDetailSchema,
  neighborhoodQuerySchema,
  overlapsBodySchema,
  overlapsSchema,
  savedNeighborhoodSchema,
  type Neighborhood,
  type NeighborhoodBody,
} from '../../contract.ts';
import {
  checkBoundary,
  normalizeBoundary,
  withFirstRing,
  type Boundary,
} from '#kernel/domain/geo/boundary.ts';
import { neighborhoods } from '../../manifest.ts';
import { neighborBorders } from './neighbor-borders.ts';
import { findOverlaps } from './overlaps.ts';
import { listReceivers } from './receivers.ts';

const route = routesOf(neighborhoods);

/** The routes and the search of neighbourhoods; overlaps of a saved polygon are returned as a warning. */
export const records = recordServer(neighborhoods, neighborhood, {
  saved: {
    schema: savedNeighborhoodSchema,
    extend: async ({ database }, { id, ...boundary }: Neighborhood) => ({
      overlaps: await findOverlaps(database, boundary, id),
    }),
  },
  async derive(_call, { coords, geometry }: NeighborhoodBody, before: Neighborhood | null) {
    const whole = geometry === undefined && before ? withFirstRing(before, coords) : { coords, geometry };
    if (!whole) throw fail('invalid', { fields: { coords: { key: 'neighborhoods:errors.other_rings' } } });
    // Before it is normalized, which is slow for many rings.
    assertBoundary(whole);
    return normalizeBoundary(whole);
  },
  async afterRemove({ database }, id) {
    await unassignNeighborhood(database, id);
  },
  hit(found: Neighborhood, { language, context }) {
    const name = localizedName(found, language);
    return {
      title: context.text(language, 'neighborhoods:mfy', { name }),
      subtitle: '',
      path: `/neighborhoods/${found.id}`,
    };
  },
});

/** Throws one error on the border for the problems of all its rings. */
export function assertBoundary(boundary: Boundary): void {
  const problem = checkBoundary(boundary);
  if (problem) throw fail('invalid', { fields: { coords: { key: `kernel:validation.${problem}` } } });
}

/** `GET neighborhoods/:id`: not found outside the user's area. */
const detail = route({
  method: 'GET',
  path: 'neighborhoods/:id',
  summary: 'One neighbourhood; with include=users those who may receive its applications',
  access: signedIn,
  params: z.object({ id: idParamSchema }),
  query: neighborhoodQuerySchema,
  response: neighborhoodDetailSchema,
  async handle({ database, viewer, params, query }) {
    const found = await records.store.find(database, params.id, { area: areaOf(viewer) });
    if (!found) throw fail('not_found');
    const users = query.include === 'users' ? await listReceivers(database, found.id) : undefined;
    return { ...found, ...(users ? { users } : {}) };
  },
});

/** `POST neighborhoods/overlaps`: a query with a body, since a polygon is too long for an address. */
const overlaps = route({
  method: 'POST',
  path: 'neighborhoods/overlaps',
  summary: 'Returns the neighbourhoods that a drawn polygon overlaps; changes nothing',
  access: superAdmin,
  body: overlapsBodySchema,
  response: overlapsSchema,
  transaction: false,
  async handle({ database, body }) {
    assertBoundary(body);
    const { coords, geometry, id = null } = body;
    // If omitted, the stored values of its other rings apply, as on saving.
    const own =
      id !== null && geometry === undefined
        ? await records.store.find(database, id, { area: 'everywhere' })
        : null;
    const boundary = own ? withFirstRing(own, coords) : null;
    return { overlaps: await findOverlaps(database, boundary ?? body, id) };
  },
});

export const { finder } = records;
export const routes = [...records.routes, neighborBorders, detail, overlaps];
