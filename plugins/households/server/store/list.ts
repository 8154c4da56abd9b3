import { type Database, rowsOfIds } from '#kernel/plugin-api/server.ts';
import { findBuckets, isFrequent, selectIds } from './buckets.ts';
import { filtersOf, type Filters, type ListRequest } from './list-request.ts';
import { defaultMaxHits, findHits, isIndexed, readText, selectCapped } from './list-search.ts';
import { readRows, type HouseholdRow } from './rows.ts';

/** A page of a list. */
export interface ListResult {
  readonly rows: readonly HouseholdRow[];
  readonly length: number;
  readonly capped: boolean;
  /** Only the newest of the hits were sorted, for there are more than are counted. */
  readonly orderCapped?: boolean;
}

/** Reads one page and the exact length of the list: first which buckets the page touches, then their households. */
export async function readList(database: Database, request: ListRequest): Promise<ListResult> {
  const filters = filtersOf(request);
  const { page, limit, search } = request;
  const offset = (page - 1) * limit;
  if (search !== undefined && search !== '') return readSearchPage(database, request, filters, search);
  const { length, buckets } = await findBuckets(database, filters, request, { offset, limit });
  if (buckets.length === 0) return { rows: [], length, capped: false };
  const rows = await readRows(database, selectIds(filters, request, buckets), {
    prepared: isFrequent(filters, request),
  });
  return { rows, length, capped: false };
}

/** A page of what a text finds. */
async function readSearchPage(
  database: Database,
  request: ListRequest,
  filters: Filters,
  search: string,
): Promise<ListResult> {
  const { limit, maxHits = defaultMaxHits } = request;
  const offset = (request.page - 1) * limit;
  const text = await readText(database, search);
  const { hits, ids } = await findHits(database, filters, request, text, { offset, limit, maxHits });
  if (hits <= maxHits) {
    const rows = ids.length === 0 ? [] : await readRows(database, rowsOfIds(ids), { prepared: true });
    return { rows, length: hits, capped: false };
  }
  const left = Math.min(limit, maxHits - offset);
  if (left <= 0) return { rows: [], length: maxHits, capped: true };
  const selected = selectCapped(filters, request, text, { offset, limit: left, maxHits });
  const orderCapped = !isIndexed(request);
  return { rows: await readRows(database, selected), length: maxHits, capped: true, orderCapped };
}
