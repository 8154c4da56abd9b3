import { sql } from 'kysely';
import { type Database, directionSql, execute, type Scope, scopeOf } from '#kernel/plugin-api/server.ts';
import { statuses, type StatusFilter } from '../../../contract.ts';
import { usesBitmaps } from './facets.ts';
import { readNarrowed } from './narrowed-list.ts';
import { countByNeighborhood, countsOf, readCounts, type Counts } from '../counts.ts';
import type { ListRequest, ListResult } from './list-request.ts';
import { readSearchPage } from './list-search.ts';
import { readBundle, selectBundle, selectFullRows } from '../rows.ts';
import { selectIds, type Selection } from '../select.ts';

/** Skipping this many index entries takes as long as seeking through the counters. */
const defaultSeekFrom = 1000;

/** Reads one page, its exact total and the counts: in one statement unless the order has its own buckets. */
export async function readList(database: Database, request: ListRequest): Promise<ListResult> {
  const scope = scopeOf(request.area, request.neighborhood);
  const { sortBy, status, search, filters } = request;
  if (search !== undefined && search !== '') return readSearchPage(database, request, scope, search);
  if (filters && usesBitmaps(filters)) return readNarrowed(database, request, scope, filters);
  // With a single bucket there is nothing to sort: within it the order is by day, newest first.
  if (sortBy === 'neighborhood' && scope.length !== 1) return readByNeighborhood(database, request, scope);
  if (sortBy === 'status' && (status === undefined || status === 'late')) {
    return readByStatus(database, request, scope);
  }
  if (sortBy === 'cancel_time' || status === 'late') return readFromNearerEnd(database, request, scope);
  const direction = sortBy === 'createdAt' ? request.direction : 'desc';
  return readSelections(database, request, scope, [{ ...selectionOf(request, scope), direction }]);
}

function selectionOf(request: ListRequest, scope: Scope): Selection {
  const { status, page, limit, days } = request;
  const offset = (page - 1) * limit;
  const seekFrom =
    request.seekFrom ?? (scope === 'everywhere' || scope.length < 2 ? defaultSeekFrom : defaultSeekFrom / 10);
  const late = status === 'late';
  return {
    scope,
    days,
    status: late ? undefined : status,
    late,
    by: 'day',
    direction: 'desc',
    offset,
    limit,
    seek: !late && offset > 0 && offset >= seekFrom,
  };
}

/** Reads several selections one after another, as one page. */
async function readSelections(
  database: Database,
  request: ListRequest,
  scope: Scope,
  selections: readonly Selection[],
  order: 'given' | 'reversed' = 'given',
): Promise<ListResult> {
  const picked = selections.map(
    (selection, index) => sql`
      select id, ${sql.lit(index)} as place, row_number() over () as line from (${selectIds(selection)}) as selection`,
  );
  const nothing = sql`select null::bigint as id, 0 as place, 0 as line where false`;
  const sorted = sql`
    select id from (${sql.join(picked.length > 0 ? picked : [nothing], sql` union all `)}) as picked
    order by place, line ${directionSql[order === 'given' ? 'asc' : 'desc']}`;
  const [row] = await execute(
    database,
    selectBundle<{ counts: Counts | null }>({
      page: selectFullRows(sorted),
      values: () => sql`${countsOf(scope, request.days)} as counts`,
    }),
    { prepared: selections.length === 1 },
  );
  const counts = row?.counts ?? {};
  return { ...readBundle(row), counts, length: lengthOf(counts, request.status), capped: false };
}

/** Overdue applications, and the order by deadline: read from a covering index, from the nearer end. */
async function readFromNearerEnd(
  database: Database,
  request: ListRequest,
  scope: Scope,
): Promise<ListResult> {
  const byDeadline = request.sortBy === 'cancel_time';
  const selection: Selection = {
    ...selectionOf(request, scope),
    by: byDeadline ? 'deadline' : 'day',
    direction: byDeadline || request.sortBy === 'createdAt' ? request.direction : 'desc',
    seek: false,
  };
  const { offset, limit, direction } = selection;
  if (offset < (request.seekFrom ?? defaultSeekFrom)) {
    return readSelections(database, request, scope, [selection]);
  }
  const length = lengthOf(await readCounts(database, scope, request.days), request.status);
  if (offset < length / 2) return readSelections(database, request, scope, [selection]);
  const end = Math.min(offset + limit, length);
  const fromEnd: Selection = {
    ...selection,
    direction: direction === 'asc' ? 'desc' : 'asc',
    offset: length - end,
    limit: Math.max(0, end - offset),
  };
  return readSelections(database, request, scope, [fromEnd], 'reversed');
}

/** Neighbourhoods in the order of their names, newest first within each. */
async function readByNeighborhood(
  database: Database,
  request: ListRequest,
  scope: Scope,
): Promise<ListResult> {
  const buckets = await countByNeighborhood(database, scope, request.language, request.days);
  const ordered = request.direction === 'asc' ? buckets : buckets.toReversed();
  const selections = cutPage(
    request,
    ordered.map(({ id, counts }) => ({
      selection: selectionOf(request, [id]),
      length: lengthOf(counts, request.status),
    })),
  );
  return readSelections(database, request, scope, selections);
}

/** Statuses in the order of an application's life, newest first within each. */
async function readByStatus(database: Database, request: ListRequest, scope: Scope): Promise<ListResult> {
  const ordered = request.direction === 'asc' ? statuses : statuses.toReversed();
  const counts = await readCounts(database, scope, request.days);
  const late = request.status === 'late';
  const buckets = await Promise.all(
    ordered.map(async (status) => {
      const selection = { ...selectionOf({ ...request, status }, scope), late };
      if (!late) return { selection, length: counts[status] ?? 0 };
      return { selection: { ...selection, seek: false }, length: await countAll(database, selection) };
    }),
  );
  return readSelections(database, request, scope, cutPage(request, buckets));
}

/** The selections that a page touches, each with its share of the page. */
function cutPage(
  request: ListRequest,
  buckets: readonly { selection: Selection; length: number }[],
): Selection[] {
  const from = (request.page - 1) * request.limit;
  const to = from + request.limit;
  const selections: Selection[] = [];
  let before = 0;
  for (const { selection, length } of buckets) {
    const first = Math.max(from, before) - before;
    const end = Math.min(to, before + length) - before;
    if (first < end) {
      const seek = selection.seek && first > 0 && first >= (request.seekFrom ?? defaultSeekFrom);
      selections.push({ ...selection, offset: first, limit: end - first, seek });
    }
    before += length;
  }
  return selections;
}

async function countAll(database: Database, selection: Selection): Promise<number> {
  const ids = selectIds({ ...selection, offset: 0, limit: 1e9, seek: false });
  const [row] = await execute(
    database,
    sql<{ length: number }>`select count(*)::int as length from (${ids}) as selection`,
  );
  return row?.length ?? 0;
}

function lengthOf(counts: Counts, status: StatusFilter | undefined): number {
  return counts[status ?? '*'] ?? 0;
}
