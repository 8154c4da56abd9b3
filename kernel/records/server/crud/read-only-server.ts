import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, fail, idParamSchema, pageOf, type Area, type Manifest } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { ReadOnlyRecord, RecordOf } from '#kernel/records/contract/index.ts';
import {
  routesOf,
  type ApiRoute,
  type Call,
  type Database,
  type DatabaseTransaction,
} from '#kernel/server/api/index.ts';
import type { ListedPage } from '../counters/counted-list.ts';
import { constant, execute, type Fragment } from '../sql/statement.ts';

/** Reads the records of a read-only declaration. */
export interface ReadOnlyStore<Item> {
  /** Reads the records that a query (id, line) selects, in the order of the lines. */
  readRows(database: Database, selected: Fragment, options?: { prepared?: boolean }): Promise<Item[]>;
  /** Finds a record; `lock` locks its row until the end of the transaction. */
  find(
    database: Database | DatabaseTransaction,
    id: number,
    options?: { lock?: boolean; area?: Area },
  ): Promise<Item | null>;
}

/** A store that also returns the length of the list. */
export interface ReadOnlyPageStore<Item> extends ReadOnlyStore<Item> {
  /** Reads the records that a query selects and, in the same statement, the length of their list, a scalar. */
  readRowsAndLength(
    database: Database,
    parts: { readonly selected: Fragment; readonly length: Fragment },
    options?: { prepared?: boolean },
  ): Promise<{ rows: Item[]; length: number }>;
}

/** Creates the store of a read-only declared record; it does not restrict the area. */
export function createReadOnlyStore<R extends ReadOnlyRecord>(record: R): ReadOnlyPageStore<RecordOf<R>> {
  if (record.authored || record.area !== undefined)
    throw new Error(`${record.name} needs a store of its own`);
  const table = sql.table(record.table);
  const names = Object.keys(record.fields).filter((name) => name !== 'id');
  const columns = constant(
    sql`one.id, ${sql.join(names.map((name) => sql.ref(`one.${name}`)))},
      one.created_at as "createdAt", one.updated_at as "updatedAt"`,
  );
  const selection = sql.table('selected');
  // One JSON value costs the driver less than a column for each field of each record. A subquery per row: the planner
  // overestimates their number and would scan the table.
  const items = constant(sql`(
    select json_agg(item) from (
      select ${columns} from (select * from ${selection} order by line) as selected
      cross join lateral (select * from ${table} where id = selected.id offset 0) as one
      order by selected.line
    ) as item
  ) as items`);
  return {
    async readRows(database, selected, options) {
      const statement = sql<ItemsRow<R>>`with ${selection} as materialized (${selected}) select ${items}`;
      const [row] = await execute(database, statement, options);
      return itemsOf(row);
    },
    async readRowsAndLength(database, { selected, length }, options) {
      const statement = sql<ItemsRow<R> & { readonly length: number | null }>`
        with ${selection} as materialized (${selected}) select ${items}, (${length})::bigint as length`;
      const [row] = await execute(database, statement, options);
      return { rows: itemsOf(row), length: row?.length ?? 0 };
    },
    async find(database, id, { lock = false } = {}) {
      const { rows } = await sql<RecordOf<R>>`
        select ${columns} from ${table} one where one.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
        database,
      );
      return rows[0] ?? null;
    },
  };
}

interface ItemsRow<R extends ReadOnlyRecord> {
  readonly items:
    readonly (RecordOf<R> & { readonly createdAt: string; readonly updatedAt: string })[] | null;
}

/** Converts rows to records; PostgreSQL's JSON has its own format of timestamps. */
function itemsOf<R extends ReadOnlyRecord>(row: ItemsRow<R> | undefined): RecordOf<R>[] {
  return (row?.items ?? []).map((item) => ({
    ...item,
    createdAt: new Date(item.createdAt).toISOString(),
    updatedAt: new Date(item.updatedAt).toISOString(),
  }));
}

/** The reader of a list: their area (everywhere if records have none) and language. */
interface Reader {
  readonly area: Area;
  readonly language: Language;
}

/** The server's additions to a read-only declaration. */
interface ReadOnlyParts<R extends ReadOnlyRecord> {
  readonly store: {
    find(database: Database, id: number, reader: Pick<Reader, 'area'>): Promise<RecordOf<R> | null>;
  };
  readPage(
    database: Database,
    query: z.output<R['querySchema']>,
    reader: Reader,
  ): Promise<ListedPage<RecordOf<R>>>;
  /** Converts a record for lists, if that requires more than the masks of its fields. */
  listed?(item: RecordOf<R>): RecordOf<R>;
}

/** Creates the calls that read a declared record: a page of its list, and one record, which is audited. */
export function readOnlyRoutes<R extends ReadOnlyRecord>(
  manifest: Manifest,
  record: R,
  parts: ReadOnlyParts<R>,
): [list: ApiRoute, detail: ApiRoute] {
  const { path, access, calls, schema } = record;
  const route = routesOf(manifest);
  const areaFor = ({ viewer }: Pick<Call<unknown, unknown, unknown>, 'viewer'>): Area =>
    record.area === undefined ? 'everywhere' : areaOf(viewer);
  return [
    route({
      method: 'GET',
      path,
      summary: calls.list,
      access,
      query: record.querySchema,
      response: record.listSchema,
      async handle(call) {
        const { database, language } = call;
        const query = call.query as z.output<R['querySchema']>;
        const reader = { area: areaFor(call), language };
        const { rows, ...counted } = await parts.readPage(database, query, reader);
        const { page, limit } = query as { readonly page: number; readonly limit: number };
        const items = rows.map((row) => parts.listed?.(row) ?? row);
        return pageOf(items, { page, limit, ...counted });
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      summary: calls.detail,
      access,
      params: z.object({ id: idParamSchema }),
      response: schema,
      clear: `${record.prefixes.action}.read`,
      async handle(call) {
        const { id } = call.params;
        const found = await parts.store.find(call.database, id, { area: areaFor(call) });
        if (!found) throw fail('not_found');
        const action = `${record.prefixes.action}.read`;
        await call.audit({ action, subjectType: record.name, subjectId: id });
        return found;
      },
    }),
  ];
}
