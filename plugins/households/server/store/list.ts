import { scopeOf } from '#kernel/server/lists/scope.ts';
import { createValues } from '#kernel/server/lists/statement.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import type { Filters, ListRequest } from './list-request.ts';
import { findParts, isUsual, pickSql } from './buckets.ts';
import { readRows, type HouseholdRow } from './rows.ts';
import { findHits, idsSql, isWalked, pickCappedSql, readText, usualMostHits } from './list-search.ts';

/** A page of a list. */
export interface ListResult {
  readonly rows: readonly HouseholdRow[];
  readonly length: number;
  readonly capped: boolean;
  /** Of more than are counted only the newest were put in order. */
  readonly orderCapped?: boolean;
}

/** What a list is filtered by, beside a text. */
export function filtersOf(
  request: Pick<ListRequest, 'area' | 'neighborhood' | 'category' | 'houseType' | 'author' | 'street'>,
): Filters {
  const { area, neighborhood, category, houseType, author, street } = request;
  return { scope: scopeOf(area, neighborhood), category, houseType, author, street };
}

/** Reads one page and the exact length of the list: first which parts the page touches, then their households. */
export async function readList(database: Database, request: ListRequest): Promise<ListResult> {
  const filters = filtersOf(request);
  if (request.search !== undefined && request.search !== '') {
    return findBySearch(database, request, filters, request.search);
  }
  const stretch = { offset: (request.page - 1) * request.limit, limit: request.limit };
  const { length, parts } = await findParts(database, filters, request, stretch);
  if (parts.length === 0) return { rows: [], length, capped: false };
  const values = createValues();
  const picked = pickSql(filters, request, parts, values);
  const rows = await readRows(database, picked, values, { prepared: isUsual(filters, request) });
  return { rows, length, capped: false };
}

/** A page of what a text finds. */
async function findBySearch(
  database: Database,
  request: ListRequest,
  filters: Filters,
  search: string,
): Promise<ListResult> {
  const most = request.mostHits ?? usualMostHits;
  const offset = (request.page - 1) * request.limit;
  const text = await readText(database, search);
  const { hits, ids } = await findHits(database, filters, request, text, {
    offset,
    limit: request.limit,
    most,
  });
  const values = createValues();
  if (hits <= most) {
    const rows =
      ids.length === 0 ? [] : await readRows(database, idsSql(ids, values), values, { prepared: true });
    return { rows, length: hits, capped: false };
  }
  const limit = Math.min(request.limit, most - offset);
  if (limit <= 0) return { rows: [], length: most, capped: true };
  const picked = pickCappedSql(filters, request, text, { offset, limit, most }, values);
  const orderCapped = !isWalked(request);
  return { rows: await readRows(database, picked, values), length: most, capped: true, orderCapped };
}
