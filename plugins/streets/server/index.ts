import { normalizeNames } from '#kernel/records/server/crud/index.ts';
import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/api/index.ts';
import { streets } from '../manifest.ts';
import { finder, routes, uses } from './street-server.ts';

/** Streets on the server. */
export const streetsServer = defineServer(streets, {
  routes,
  hooks: [uses, shareKnowledge('streets', new URL('../knowledge/', import.meta.url))],
  search: { streets: finder },
  async seed({ database }) {
    const { seedStreets } = await import('../demo/seed-streets.ts');
    await seedStreets(database);
  },
  start: ({ database }) => normalizeNames(database, 'streets'),
});
