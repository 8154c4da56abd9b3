import { defineServer, shareKnowledge } from '#kernel/plugin-api/server.ts';
import { stats } from '../manifest.ts';
import { applicationCharts, applicationStats } from './application/application-routes.ts';
import { exportRoute } from './export/export.ts';
import { broadcastChanges } from './hooks.ts';
import { createCityCache } from './map/city-cache.ts';
import { householdsLocationsRoute, locationCounts, neighborhoodStats } from './place-routes.ts';

/** The server module of statistics; the counting is done by the plugins that own the data. */
export const statsServer = defineServer(stats, (context) => {
  const cityCache = createCityCache(context);
  return {
    routes: [
      locationCounts,
      householdsLocationsRoute(cityCache),
      neighborhoodStats,
      applicationStats,
      applicationCharts,
      exportRoute(),
    ],
    hooks: [broadcastChanges, shareKnowledge('stats', new URL('../knowledge/', import.meta.url))],
    start: () => context.onNodeMessage(cityCache.refresh),
  };
});
