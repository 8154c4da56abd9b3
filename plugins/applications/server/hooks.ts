import { sql } from 'kysely';
import { pageOf, removalHook } from '#kernel/plugin-api/contract.ts';
import { onHook, scopeOf } from '#kernel/plugin-api/server.ts';
import {
  applicationCountsQuery,
  applicationMetricsQuery,
  applicationsQuery,
  employmentStatuses,
  neighborhoodCountsQuery,
  type EmploymentStatus,
} from '../contract.ts';
import { presentApplication, presentCounts } from './core/presenter.ts';
import { receiveApplication } from './intake/receive.ts';
import { provideStates } from './provide-states.ts';
import { timelineHooks } from './timeline-hooks.ts';
import { countByNeighborhood, readCounts } from './store/counts.ts';
import { readList } from './store/list/list.ts';
import {
  readArrivals,
  readCompletions,
  readDurations,
  readEmployment,
  readLate,
  type MetricsRequest,
} from './store/metrics.ts';

/**
 * Prevents the removal of a neighborhood that an application names as the place of help or as its author's
 * residence.
 */
const keepNeighborhoods = onHook(removalHook, async (removal, { database }) => {
  if (removal.subject !== 'neighborhoods.neighborhood') return;
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from applications where neighborhood_id = ${removal.id})
      + (select count(*) from applications
         where author_neighborhood_id = ${removal.id} and neighborhood_id <> ${removal.id}) as count`.execute(
    database,
  );
  removal.uses('applications', rows[0]?.count ?? 0);
});

const providePage = onHook(applicationsQuery, async ({ input, respond }, { database }) => {
  const { days, present, page, limit, ...rest } = input;
  const found = await readList(database, { ...rest, page, limit, days: days ?? undefined });
  const items = found.items.map((item) => presentApplication(item, found, present));
  respond(pageOf(items, { page, limit, length: found.length, capped: found.capped }));
});

const provideCounts = onHook(applicationCountsQuery, async ({ input, respond }, { database }) => {
  const { area, neighborhood, days } = input;
  respond(presentCounts(await readCounts(database, scopeOf(area, neighborhood), days)));
});

const provideMetrics = onHook(
  applicationMetricsQuery,
  async ({ input, respond }, { database }, { timeZone }) => {
    const { area, neighborhood, days, bucketSize } = input;
    const scope = scopeOf(area, neighborhood);
    const request: MetricsRequest = { scope, days, bucketSize: bucketSize, timeZone };
    const [arrivals, completions, durations, employment, late] = await Promise.all([
      readArrivals(database, request),
      readCompletions(database, request),
      readDurations(database, request),
      readEmployment(database, request),
      readLate(database, request),
    ]);
    respond({
      arrivals,
      completions,
      durations,
      employment: Object.fromEntries(
        employmentStatuses.map((status) => [status, employment[status] ?? 0]),
      ) as Record<EmploymentStatus, number>,
      late,
    });
  },
);

const provideNeighborhoods = onHook(neighborhoodCountsQuery, async ({ input, respond }, { database }) => {
  const { area, neighborhood, days } = input;
  const counted = await countByNeighborhood(database, scopeOf(area, neighborhood), 'uz', days);
  respond(
    counted.map(({ id, name_uz, name_ru, counts }) => ({
      id,
      uz: { name: name_uz },
      ru: { name: name_ru },
      ...presentCounts(counts),
    })),
  );
});

/** The hook listeners of applications for other plugins. */
export const hooks = [
  keepNeighborhoods,
  providePage,
  provideCounts,
  provideMetrics,
  provideNeighborhoods,
  provideStates,
  receiveApplication,
  ...timelineHooks,
];
