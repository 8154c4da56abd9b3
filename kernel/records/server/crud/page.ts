import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#kernel/server/api/index.ts';

/** The query of one page of a list. */
export interface PageRequest {
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
  /** The order, created by {@link orderBySort}. */
  readonly order: RawBuilder<unknown>;
  readonly page: number;
  readonly limit: number;
}

/**
 * Reads a page and its exact length in one statement, by counting and by offset: for tables of some thousands of rows,
 * such as streets. Larger tables count their rows as they change (`counters/page-range.ts`).
 */
export async function readPage<Row extends object>(
  database: Database,
  { columns, from, where, order, page, limit }: PageRequest,
): Promise<{ rows: Row[]; length: number }> {
  const { rows } = await sql<Row & { page_length: number; page_line: number | null }>`
    with picked as (
      select ${columns}, row_number() over (order by ${order}) as page_line
      from ${from} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}
    )
    select picked.*, counted.page_length
    from (select count(*) as page_length from ${from} where ${where}) as counted left join picked on true
    order by page_line`.execute(database);
  return { rows: rows.filter(({ page_line }) => page_line !== null), length: rows[0]?.page_length ?? 0 };
}

/** The sorts of a list: the expressions of each name in the query. */
export type Sorts<Name extends string> = Readonly<
  Record<Name, RawBuilder<unknown> | readonly RawBuilder<unknown>[]>
>;

/** The SQL of an order, with the id last to make it unique; nulls are last in either direction. */
export function orderBySort<Name extends string>(
  query: { sort_by?: Name | undefined; sort_order?: 'asc' | 'desc' | undefined },
  { sorts, first, id }: { sorts: Sorts<Name>; first: NoInfer<Name>; id: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const chosen = sorts[query.sort_by ?? first];
  const expressions: readonly RawBuilder<unknown>[] = Array.isArray(chosen) ? chosen : [chosen];
  const direction = query.sort_order === 'desc' ? sql`desc` : sql`asc`;
  return sql.join([
    ...expressions.map((expression) => sql`${expression} ${direction} nulls last`),
    sql`${id} ${direction}`,
  ]);
}
