import { z } from 'zod';

/** Page numbers and the number of matching items over all pages. */
export interface PageInfo {
  page: number;
  limit: number;
  total_pages: number;
  length: number;
  /** Whether counting stopped early; then there are at least `length` items. */
  capped?: boolean | undefined;
  /** Whether only the counted items were sorted, so that the page need not hold the first items of all. */
  order_capped?: boolean | undefined;
}

/** One page of a list response. */
export interface Page<Item> extends PageInfo {
  items: Item[];
}

/** The schema of a page of items. */
/* @__NO_SIDE_EFFECTS__ */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    page: z.int(),
    limit: z.int(),
    total_pages: z.int(),
    length: z.int(),
    capped: z.boolean().optional(),
    order_capped: z.boolean().optional(),
  });
}

/** Builds a page from its items and their count. */
export function pageOf<Item>(
  items: Item[],
  counted: {
    page: number;
    limit: number;
    length: number;
    capped?: boolean;
    orderCapped?: boolean | undefined;
  },
): Page<Item> {
  const { page, limit, length, capped, orderCapped } = counted;
  const total_pages = Math.ceil(length / limit);
  return {
    items,
    page,
    limit,
    total_pages,
    length,
    ...(capped ? { capped } : {}),
    ...(orderCapped ? { order_capped: true } : {}),
  };
}

/**
 * The query of a list: `page` (from 1), `limit` (1…100), `sort_by`, `sort_order`, `search`, and the list's own filters.
 * Rejects unknown fields, sort fields and filter values.
 */
/* @__NO_SIDE_EFFECTS__ */
export function listQuerySchema<
  const Sort extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(list: { sort: Sort; limit?: number; filters: Filters }) {
  return z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(100)
      .default(list.limit ?? 20),
    sort_by: z.enum(list.sort).optional(),
    sort_order: z.enum(['asc', 'desc']).optional(),
    search: z.string().trim().max(200).optional(),
    ...list.filters,
  });
}

/** The filter for selects: with `pagination=false` the response is a bare array of all items. */
export const unpaginatedFilter = { pagination: z.enum(['true', 'false']).optional() } as const;
