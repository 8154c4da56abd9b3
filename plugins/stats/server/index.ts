import { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
import { defineServer } from '#kernel/server/api/index.ts';
import { stats } from '../manifest.ts';
import { applicationCharts, applicationStats } from './application-routes.ts';
import { exportStats } from './export/export.ts';
import { broadcastChanges } from './hooks.ts';
import { startCityRefresh } from './map/city-cache.ts';
import { householdsLocations, locationCounts, neighborhoodStats } from './place-routes.ts';

/** Statistics on the server; what is counted is counted by the plugins whose it is. */
export const statsServer = defineServer(stats, {
  routes: [
    locationCounts,
    householdsLocations,
    neighborhoodStats,
    applicationStats,
    applicationCharts,
    exportStats,
  ],
  hooks: [broadcastChanges, shareKnowledge('stats', new URL('../knowledge/', import.meta.url))],
  start: startCityRefresh,
});
