import { defineServer, normalizeNames, shareKnowledge, shareRecordPages } from '#kernel/plugin-api/server.ts';
import { streets } from '../manifest.ts';
import { provideCounterparts } from './counterparts.ts';
import { history, server, uses } from './street-server.ts';

/** The server module of streets. */
export const streetsServer = defineServer(streets, {
  routes: [...server.routes, ...history.routes],
  history: [history.tracked],
  hooks: [
    uses,
    provideCounterparts,
    shareRecordPages({ type: 'street', table: 'streets', list: '/streets' }),
    shareKnowledge('streets', new URL('../knowledge/', import.meta.url)),
  ],
  search: { streets: server.finder },
  async seed({ database }) {
    const { seedStreets } = await import('../demo/seed-streets.ts');
    await seedStreets(database);
  },
  start: ({ database }) => normalizeNames(database, 'streets'),
});
