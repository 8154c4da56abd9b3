import { type Database, defaultMaxHits, type ListedPage, readFoundPage } from '#kernel/plugin-api/server.ts';
import { readPage } from './buckets.ts';
import { filtersOf, type ListRequest } from './list-request.ts';
import { findHits, isIndexed, readText, selectCapped } from './list-search.ts';
import { readRows, type HouseholdRow } from './rows.ts';

/** Reads one page and the total: exact from the counters, or the hits of a text. */
export async function readList(database: Database, request: ListRequest): Promise<ListedPage<HouseholdRow>> {
  const filters = filtersOf(request);
  const { limit, search, maxHits = defaultMaxHits } = request;
  const page = { offset: (request.page - 1) * limit, limit };
  if (search === undefined || search === '') return readPage(database, filters, request, page);
  const text = await readText(database, search);
  const hits = { ...page, maxHits };
  return readFoundPage(database, {
    ...hits,
    found: await findHits(database, filters, request, text, hits),
    selectCapped: (count) => selectCapped(filters, request, text, { ...hits, limit: count }),
    orderCapped: !isIndexed(request),
    readRows,
  });
}
