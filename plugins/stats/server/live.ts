import { auditHook, superAdmin } from '#kernel/contract/index.ts';
import { joinsOf } from '#kernel/server/plugin.ts';
import type { StatsChange } from '../contract.ts';
import { stats } from '../manifest.ts';
import { renewSoon } from './map/keep.ts';

const topics: Readonly<Record<string, StatsChange['topic']>> = {
  application: 'applications',
  household: 'households',
  household_category: 'places',
  neighborhood: 'places',
  street: 'places',
};

/** What is audited and changes nothing. */
const harmless = /\.(read|lookup|export)$/;

/** Tells the pages of statistics that numbers have moved, whichever plugin moved them. */
export const tellOfChanges = joinsOf(stats)(
  auditHook,
  async ({ action, subjectType }, { emit, afterCommit }, context) => {
    const topic = topics[subjectType];
    if (topic === undefined || harmless.test(action)) return;
    emit('stats_change', { topic }, { access: superAdmin });
    if (topic !== 'applications') afterCommit(() => renewSoon(context));
  },
);
