import { defineServer, normalizeNames, shareKnowledge, shareRecordPages } from '#kernel/plugin-api/server.ts';
import { neighborhoods } from '../manifest.ts';
import { history } from './history.ts';
import { finder, routes } from './core/neighborhood-server.ts';
import { cityRoutes } from './plan/city-routes.ts';
import { planRoutes } from './plan/routes.ts';

/** The server module of neighbourhoods. */
export const neighborhoodsServer = defineServer(neighborhoods, {
  routes: [...routes, ...cityRoutes, ...planRoutes, ...history.routes],
  history: [history.tracked],
  hooks: [
    shareRecordPages({
      type: 'neighborhood',
      table: 'neighborhoods',
      list: '/neighborhoods',
      hasPages: true,
    }),
    shareKnowledge('neighborhoods', new URL('../knowledge/', import.meta.url)),
  ],
  search: { neighborhoods: finder },
  async seed({ database }) {
    const { seedNeighborhoods } = await import('../demo/seed-neighborhoods.ts');
    await seedNeighborhoods(database);
  },
  start: ({ database }) => normalizeNames(database, 'neighborhoods'),
});
