import { sql } from 'kysely';
import { type Database, execute, rowsOfIds, type Scope, within } from '#kernel/plugin-api/server.ts';
import { countsOf, type Counts } from './counts.ts';
import type { ListRequest } from './list-request.ts';
import { type Bundle, readBundle, selectBundle, wholeRows } from './rows.ts';

/** What tells whether a page of some neighbourhoods still holds; see {@link stateOf}. */
export interface PageState {
  readonly version: number;
  /** Whether something there has changed since that version. */
  readonly is_pending: boolean;
}

/**
 * Values of a {@link PageState}. Each change of what lists are ordered and narrowed by waits in the changes of the bits, whose
 * version grows as they are compacted: with the same version and nothing waiting, nothing has changed.
 */
export function stateOf(scope: Scope) {
  return sql`(select version from application_bit_state) as version,
    exists (select from application_bit_changes where ${within(scope)}) as is_pending`;
}

/** Names a page whatever its offset was found by. */
export function keyOfPage(
  { days, status, direction, sortBy, page, limit }: ListRequest,
  scope: Scope,
): string {
  return JSON.stringify(['by day', scope, days, status, sortBy, direction, page, limit]);
}

/** A page whose ids were found before, with the counts of now; null where it may be another one now. */
export async function readHeldPage(
  database: Database,
  request: ListRequest,
  scope: Scope,
): Promise<(Bundle & { readonly counts: Counts }) | null> {
  const known = request.cache?.get(keyOfPage(request, scope));
  if (!known) return null;
  const [row] = await execute(
    database,
    selectBundle<PageState & { counts: Counts | null }>({
      page: wholeRows(rowsOfIds(known.ids)),
      values: sql`${countsOf(scope, request.days)} as counts, ${stateOf(scope)}`,
    }),
    { prepared: true },
  );
  if (!row || row.is_pending || row.version !== known.version) return null;
  return { ...readBundle(row), counts: row.counts ?? {} };
}
