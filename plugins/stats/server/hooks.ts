import { auditHook } from '#kernel/plugin-api/contract.ts';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import type { StatsChange } from '../contract.ts';
import { stats } from '../manifest.ts';

const topics: Readonly<Record<string, StatsChange['topic']>> = {
  application: 'applications',
  household: 'households',
  household_category: 'places',
  neighborhood: 'places',
  street: 'places',
};

/** Audited actions that change nothing. */
const harmless = /\.(read|lookup|export)$/;

/** Notifies the pages of statistics of changed numbers, of any plugin. */
export const broadcastChanges = hooksOf(stats)(
  auditHook,
  async ({ action, subjectType }, { emit, database }, context) => {
    const topic = topics[subjectType];
    if (topic === undefined || harmless.test(action)) return;
    emit('stats_change', { topic });
    // Every node refreshes its cached city.
    if (topic !== 'applications') await context.broadcastToNodes(database);
  },
);
