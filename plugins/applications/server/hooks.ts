import { pageOf } from '#kernel/contract/index.ts';
import { scopeOf } from '#kernel/server/lists/scope.ts';
import { onHook } from '#kernel/server/plugins/api/index.ts';
import {
  applicationCountsQuery,
  applicationFiguresQuery,
  applicationsQuery,
  employmentStatuses,
  neighborhoodCountsQuery,
  type ApplicationCounts,
  type EmploymentStatus,
} from '../contract.ts';
import { presentApplication } from './presenter.ts';
import { countByNeighborhood, readCounts, type Counts } from './store/counts.ts';
import {
  readArrivals,
  readCompletions,
  readEmployment,
  readLate,
  readLengths,
  type FiguresRequest,
} from './store/metrics.ts';
import { readList } from './store/list.ts';
import { readNames } from './store/names.ts';

/** Answers who asks for a page. */
export const tellPage = onHook(applicationsQuery, async ({ input, respond }, { database }) => {
  const { days, present, page, limit, ...rest } = input;
  const found = await readList(database, { ...rest, page, limit, ...(days ? { days } : {}) });
  const items = found.items.map((item) => presentApplication(item, found, present));
  respond(pageOf(items, { page, limit, length: found.length, capped: found.capped }));
});

/** Answers who asks how many. */
export const tellCounts = onHook(applicationCountsQuery, async ({ input, respond }, { database }) => {
  const { area, neighborhood, days } = input;
  respond(wholeCounts(await readCounts(database, scopeOf(area, neighborhood), days)));
});

/** Answers who asks for more than that. */
export const tellFigures = onHook(
  applicationFiguresQuery,
  async ({ input, respond }, { database }, { timeZone }) => {
    const { area, neighborhood, days, grain } = input;
    const scope = scopeOf(area, neighborhood);
    const request: FiguresRequest = { scope, days, grain, timeZone };
    const [arrivals, completions, lengths, employment, late] = await Promise.all([
      readArrivals(database, request),
      readCompletions(database, request),
      readLengths(database, request),
      readEmployment(database, request),
      readLate(database, request),
    ]);
    respond({
      arrivals,
      completions,
      lengths,
      employment: Object.fromEntries(
        employmentStatuses.map((status) => [status, employment[status] ?? 0]),
      ) as Record<EmploymentStatus, number>,
      late,
    });
  },
);

/** Answers who asks how many in each neighbourhood. */
export const tellNeighborhoods = onHook(neighborhoodCountsQuery, async ({ input, respond }, { database }) => {
  const { area, neighborhood, days } = input;
  const [counted, names] = await Promise.all([
    countByNeighborhood(database, scopeOf(area, neighborhood), 'uz', days),
    readNames(database),
  ]);
  respond(
    counted.map(({ neighborhood_id: id, counts }) => {
      const { name_uz = '', name_ru = '' } = names.get(id) ?? {};
      return { id, uz: { name: name_uz }, ru: { name: name_ru }, ...wholeCounts(counts) };
    }),
  );
});

/** Counts in which nothing is left out. */
export function wholeCounts({ '*': all = 0, ...counts }: Counts): ApplicationCounts {
  const { created = 0, accepted = 0, completed = 0, rejected = 0, canceled = 0, late = 0 } = counts;
  return { all, created, accepted, completed, rejected, canceled, late };
}
