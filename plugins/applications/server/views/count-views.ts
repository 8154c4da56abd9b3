import { sql } from 'kysely';
import { type Area, reaches } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  defaultMaxHits,
  execute,
  type Fragment,
  type Scope,
  scopeOf,
} from '#kernel/plugin-api/server.ts';
import type { ViewQuery } from '../../contract/views.ts';
import { facetsOf, usesBitmaps } from '../store/list/facets.ts';
import { filtersOf } from '../store/list/filters-of.ts';
import { countNarrowed } from '../store/list/narrow.ts';
import { countsOf } from '../store/counts.ts';
import { foundBy } from '../store/list/list-search.ts';

/** The reader whose visible applications are counted. */
export interface Reader {
  readonly adminId: number;
  readonly area: Area;
  readonly timeZone: string;
}

/**
 * The number of applications that the reader sees in each of some views, in one statement and so in one
 * snapshot.
 */
export async function countViews(
  database: Database,
  queries: readonly ViewQuery[],
  reader: Reader,
): Promise<{ count: number; capped: boolean }[]> {
  if (queries.length === 0) return [];
  const counts = queries.map(
    (query, view) => sql`select ${view}::int as view, to_jsonb(${countOf(query, reader)}) as count`,
  );
  const rows = await execute(
    database,
    sql<{ view: number; count: number | null }>`${sql.join(counts, sql` union all `)}`,
  );
  const countByView = new Map(rows.map(({ view, count }) => [view, count]));
  return queries.map(({ search }, view) => {
    const count = countByView.get(view) ?? 0;
    const capped = Boolean(search) && count > defaultMaxHits;
    return { count: capped ? defaultMaxHits : count, capped };
  });
}

/** Whether a view filters by a neighbourhood outside its reader's area. */
export function isOutsideArea({ neighborhood }: ViewQuery, area: Area): boolean {
  return neighborhood !== undefined && !reaches(area, neighborhood);
}

function countOf(query: ViewQuery, { adminId, area, timeZone }: Reader): Fragment {
  const scope: Scope = scopeOf(area, query.neighborhood);
  const { status, search } = query;
  const filters = filtersOf(query, { adminId, timeZone });
  if (search) {
    const found = foundBy({ status, filters }, scope, search);
    return sql`(select count(*) from (select ${found} limit ${defaultMaxHits + 1}) as hit)`;
  }
  if (filters && usesBitmaps(filters)) return sql`(${countNarrowed(facetsOf(scope, filters), status)})`;
  return sql`(${countsOf(scope)} -> ${status ?? '*'}::text)`;
}
