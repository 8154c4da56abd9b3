import type { ApplicationFilterValues } from '../../../contract.ts';
import { type ApplicationFilters, usesBitmaps } from './facets.ts';

/** The filters of a query of the admin `adminId`; undefined if there are none beside status and neighbourhood. */
export function filtersOf(
  query: ApplicationFilterValues,
  { adminId, timeZone }: { adminId: number; timeZone: string },
): ApplicationFilters | undefined {
  const { receiver, employment, source, household_category: category } = query;
  const filters = {
    receiver: receiver === 'me' ? adminId : receiver === 'nobody' ? null : receiver,
    category: category === 'none' ? null : category,
    employment,
    source,
    created: daysOf(query.created_from, query.created_to),
    deadline: daysOf(query.deadline_from, query.deadline_to),
    timeZone,
  };
  return usesBitmaps(filters) ? filters : undefined;
}

function daysOf(from: string | undefined, to: string | undefined): ApplicationFilters['created'] {
  return from === undefined && to === undefined ? undefined : { from, to };
}
