import { definePlugin, superAdmin } from '#kernel/plugin-api/contract.ts';
import { statsChangeSchema } from './contract.ts';

/** Statistics: the city on a map with its households, and how applications arrive and are answered. */
export const stats = definePlugin({
  id: 'stats',
  version: '1.0.0',
  requires: ['applications', 'neighborhoods', 'streets', 'households', 'household_categories'],
  capabilities: ['stats.charts', 'stats.neighborhoods', 'stats.export'],
  routes: {
    general: { path: '/stats/general', access: superAdmin },
    application: { path: '/stats/application', access: superAdmin },
  },
  menu: { general: { icon: 'chart' }, application: { icon: 'chart' } },
  /** Some numbers have changed; pages that show them read them again. */
  events: { stats_change: { payload: statsChangeSchema, access: superAdmin, area: 'none' } },
});
