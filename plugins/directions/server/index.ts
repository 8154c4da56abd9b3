import {
  defineServer,
  normalizeNames,
  recordHistory,
  recordServer,
  shareKnowledge,
  shareRecordPages,
} from '#kernel/plugin-api/server.ts';
import { direction } from '../contract.ts';
import { directions } from '../manifest.ts';

const server = recordServer(directions, direction, {});
const history = recordHistory(directions, direction, server, {});

/** The server module of directions. */
export const directionsServer = defineServer(directions, {
  routes: [...server.routes, ...history.routes],
  history: [history.tracked],
  hooks: [
    shareRecordPages({ type: 'direction', table: 'directions', list: '/directions' }),
    shareKnowledge('directions', new URL('../knowledge/', import.meta.url)),
  ],
  search: { directions: server.finder },
  async seed({ database }) {
    const { seedDirections } = await import('../demo/seed-directions.ts');
    await seedDirections(database);
  },
  start: ({ database }) => normalizeNames(database, 'directions'),
});
