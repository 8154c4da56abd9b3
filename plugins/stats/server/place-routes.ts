import { sql } from 'kysely';
import { areaOf, runQuery, superAdmin } from '#kernel/plugin-api/contract.ts';
import { cachedResponseSchema, routesOf } from '#kernel/plugin-api/server.ts';
import { neighborhoodCountsQuery } from '#plugins/applications/contract.ts';
import { householdMetricsQuery } from '#plugins/households/contract.ts';
import {
  arrowType,
  householdsLocationsSchema,
  locationCountsSchema,
  locationsQuerySchema,
  neighborhoodStatsSchema,
} from '../contract.ts';
import { stats } from '../manifest.ts';
import type { CityCache } from './map/city-cache.ts';

const route = routesOf(stats);

/** `GET stats/location-counts`. */
export const locationCounts = route({
  method: 'GET',
  path: 'stats/location-counts',
  summary: 'The numbers of neighbourhoods, streets and households',
  access: superAdmin,
  replica: true,
  response: locationCountsSchema,
  async handle({ database, hooks }) {
    const [{ rows }, metrics] = await Promise.all([
      sql<{ neighborhoods: number; streets: number }>`
        select (select count(*) from neighborhoods_v1_neighborhoods) as neighborhoods, (select count(*) from streets_v1_streets) as streets
      `.execute(database),
      runQuery(hooks, householdMetricsQuery, null),
    ]);
    const { neighborhoods = 0, streets = 0 } = rows[0] ?? {};
    return { neighborhoods, streets, households: metrics.reduce((sum, one) => sum + one.households, 0) };
  },
});

/** `GET stats/households-locations`. */
export const householdsLocationsRoute = (cache: CityCache) =>
  route({
    method: 'GET',
    path: 'stats/households-locations',
    summary: 'The neighbourhoods and every household with a pin; as Arrow columns if requested',
    access: superAdmin,
    query: locationsQuerySchema,
    response: cachedResponseSchema(householdsLocationsSchema, arrowType),
    handle: (call) => cache.read(call, call.query, call.accepts(arrowType) ? 'arrow' : 'json'),
  });

/** `GET stats/neighborhoods`. */
export const neighborhoodStats = route({
  method: 'GET',
  path: 'stats/neighborhoods',
  summary: 'The counts of each neighbourhood',
  access: superAdmin,
  replica: true,
  response: neighborhoodStatsSchema,
  async handle({ viewer, hooks }) {
    const [counted, metrics] = await Promise.all([
      runQuery(hooks, neighborhoodCountsQuery, { area: areaOf(viewer), neighborhood: undefined, days: null }),
      runQuery(hooks, householdMetricsQuery, null),
    ]);
    const byId = new Map(metrics.map((one) => [one.id, one]));
    return {
      items: counted.map(({ id, uz, ru, all, late }) => {
        const { households = 0, able_to_work = 0, unemployed = 0, informal = 0 } = byId.get(id) ?? {};
        return { id, uz, ru, households, able_to_work, unemployed, informal, applications: all, late };
      }),
    };
  },
});
