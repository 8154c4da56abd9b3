import {
  defineServer,
  normalizeNames,
  recordServer,
  shareKnowledge,
  shareRecordPages,
} from '#kernel/plugin-api/server.ts';
import { direction } from '../contract.ts';
import { directions } from '../manifest.ts';

const { routes, finder } = recordServer(directions, direction, {});

/** Directions on the server. */
export const directionsServer = defineServer(directions, {
  routes,
  hooks: [
    shareRecordPages({ type: 'direction', table: 'directions', list: '/directions' }),
    shareKnowledge('directions', new URL('../knowledge/', import.meta.url)),
  ],
  search: { directions: finder },
  async seed({ database }) {
    const { seedDirections } = await import('../demo/seed-directions.ts');
    await seedDirections(database);
  },
  start: ({ database }) => normalizeNames(database, 'directions'),
});
