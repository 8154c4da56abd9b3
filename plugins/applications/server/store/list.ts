import type { Database } from '#kernel/server/plugins/api/index.ts';
import { scopeOf, type Scope } from '#kernel/server/lists/scope.ts';
import { execute, createValues } from '#kernel/server/lists/statement.ts';
import { statuses, type StatusFilter } from '../../contract.ts';
import { countByNeighborhood, countsSql, readCounts, type Counts } from './counts.ts';
import type { ListRequest, ListResult } from './list-request.ts';
import { pickSql, type Pick, type Run } from './select.ts';
import { bundleSql, readBundle, type BundleRow } from './rows.ts';
import { findBySearch } from './list-search.ts';

/** As many entries of an index are walked past before seeking by the counts is the cheaper way. */
const usualSeekFrom = 1000;

interface Answer extends BundleRow {
  readonly counts: Counts | null;
}

/** Reads one page, its exact length and the counts beside it: in one statement unless the sorting has parts of its own. */
export async function readList(database: Database, request: ListRequest): Promise<ListResult> {
  const scope = scopeOf(request.area, request.neighborhood);
  if (request.search !== undefined && request.search !== '') {
    return findBySearch(database, request, scope, request.search);
  }
  const { sortBy, status } = request;
  // With a single part there is nothing to sort by it: the order within is by day, newest first.
  if (sortBy === 'neighborhood' && scope.length !== 1) return readByNeighborhood(database, request, scope);
  if (sortBy === 'status' && (status === undefined || status === 'late'))
    return readByStatus(database, request, scope);
  if (sortBy === 'cancel_time' || status === 'late') return readWalk(database, request, scope);
  const direction = sortBy === 'createdAt' ? request.direction : 'desc';
  return readRuns(database, request, scope, [{ ...partOf(request, scope), direction }]);
}

function partOf(request: ListRequest, scope: Scope): Run {
  const { status, page, limit, days } = request;
  const offset = (page - 1) * limit;
  const seekFrom =
    request.seekFrom ?? (scope === 'everywhere' || scope.length < 2 ? usualSeekFrom : usualSeekFrom / 10);
  const late = status === 'late';
  return {
    scope,
    ...(days ? { days } : {}),
    status: late ? undefined : status,
    late,
    by: 'day',
    direction: 'desc',
    offset,
    limit,
    seek: !late && offset > 0 && offset >= seekFrom,
  };
}

/** Reads the runs one after another, as one page. */
async function readRuns(
  database: Database,
  request: ListRequest,
  scope: Scope,
  runs: readonly Run[],
  order: 'given' | 'reversed' = 'given',
): Promise<ListResult> {
  const values = createValues();
  const picks = runs.map((run, index) => pickSql(run, values, runs.length > 1 ? String(index) : ''));
  const text = pageSql(picks, order, countsSql(scope, values, request.days));
  const [row] = await execute<Answer>(database, text, values, { prepared: runs.length === 1 });
  return resultOf(row, request);
}

function pageSql(picks: readonly Pick[], order: 'given' | 'reversed', counts: string): string {
  const picked =
    picks.length === 0
      ? 'select null::bigint as id, null::int as place, null::bigint as line where false'
      : picks
          .map(
            ({ select }, place) =>
              `select id, ${place} as place, row_number() over () as line from (${select}) as run`,
          )
          .join(' union all ');
  const sense = order === 'given' ? 'asc' : 'desc';
  return `with ${[
    ...picks.flatMap(({ expressions }) => expressions),
    `picked as materialized (${picked})`,
    // Row by row: the planner does not know that there are few, and would read the whole table.
    `page as materialized (
       select application.* from (select * from picked order by place, line ${sense}) as picked
       cross join lateral (select * from applications where applications.id = picked.id offset 0) as application
     )`,
  ].join(', ')} select ${bundleSql}, ${counts} as counts`;
}

/** Late ones, and the order by deadline: walked in an index that holds all that is asked, from the nearer end. */
async function readWalk(database: Database, request: ListRequest, scope: Scope): Promise<ListResult> {
  const byDeadline = request.sortBy === 'cancel_time';
  const run: Run = {
    ...partOf(request, scope),
    by: byDeadline ? 'deadline' : 'day',
    direction: byDeadline || request.sortBy === 'createdAt' ? request.direction : 'desc',
    seek: false,
  };
  if (run.offset < (request.seekFrom ?? usualSeekFrom)) return readRuns(database, request, scope, [run]);
  const length = lengthOf(await readCounts(database, scope, request.days), request.status);
  if (run.offset < length / 2) return readRuns(database, request, scope, [run]);
  const end = Math.min(run.offset + run.limit, length);
  const fromEnd: Run = {
    ...run,
    direction: run.direction === 'asc' ? 'desc' : 'asc',
    offset: length - end,
    limit: Math.max(0, end - run.offset),
  };
  return readRuns(database, request, scope, [fromEnd], 'reversed');
}

/** One neighbourhood after another by name, newest first in each. */
async function readByNeighborhood(
  database: Database,
  request: ListRequest,
  scope: Scope,
): Promise<ListResult> {
  const parts = await countByNeighborhood(database, scope, request.language, request.days);
  const ordered = request.direction === 'asc' ? parts : parts.toReversed();
  const runs = cutOut(
    request,
    ordered.map(({ neighborhood_id, counts }) => ({
      run: partOf(request, [neighborhood_id]),
      length: lengthOf(counts, request.status),
    })),
  );
  return readRuns(database, request, scope, runs);
}

/** One status after another, as they follow in an application's life, newest first in each. */
async function readByStatus(database: Database, request: ListRequest, scope: Scope): Promise<ListResult> {
  const ordered = request.direction === 'asc' ? statuses : statuses.toReversed();
  const counts = await readCounts(database, scope, request.days);
  const late = request.status === 'late';
  const parts = await Promise.all(
    ordered.map(async (status) => ({
      run: { ...partOf({ ...request, status }, scope), late, ...(late ? { seek: false } : {}) },
      length: late ? await countLate(database, request, scope, status) : (counts[status] ?? 0),
    })),
  );
  return readRuns(database, request, scope, cutOut(request, parts));
}

/** The runs that a page touches, each with its own part of the page. */
function cutOut(request: ListRequest, parts: readonly { run: Run; length: number }[]): Run[] {
  const from = (request.page - 1) * request.limit;
  const to = from + request.limit;
  const runs: Run[] = [];
  let before = 0;
  for (const { run, length } of parts) {
    const first = Math.max(from, before) - before;
    const end = Math.min(to, before + length) - before;
    if (first < end) {
      const seek = run.seek && first > 0 && first >= (request.seekFrom ?? usualSeekFrom);
      runs.push({ ...run, offset: first, limit: end - first, seek });
    }
    before += length;
  }
  return runs;
}

async function countLate(
  database: Database,
  { days }: ListRequest,
  scope: Scope,
  status: string,
): Promise<number> {
  const values = createValues();
  const run: Run = {
    scope,
    ...(days ? { days } : {}),
    status,
    late: true,
    by: 'day',
    direction: 'desc',
    offset: 0,
    limit: 1e9,
    seek: false,
  };
  const text = `select count(*)::int as length from (${pickSql(run, values).select}) as late`;
  const [row] = await execute<{ length: number }>(database, text, values);
  return row?.length ?? 0;
}

function lengthOf(counts: Counts, status: StatusFilter | undefined): number {
  return counts[status ?? '*'] ?? 0;
}

function resultOf(row: Answer | undefined, { status }: ListRequest): ListResult {
  const counts = row?.counts ?? {};
  return { ...readBundle(row), counts, length: lengthOf(counts, status), capped: false };
}
