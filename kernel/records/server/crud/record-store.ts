import { sql, type RawBuilder } from 'kysely';
import type { Area, Names } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { RecordDefinition } from '#kernel/records/contract/define-record.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { matchesFolded } from '../search/search-words.ts';
import { nameColumn, namesToColumns, presentNames, type NameColumns } from './names.ts';
import { orderBy, readPage, type Sorts } from './page.ts';
import {
  authorJoin,
  authorSort,
  presentRecord,
  recordColumns,
  touched,
  type RecordColumns,
} from './records.ts';

type Expression = RawBuilder<unknown>;

/** The SQL of a record beside what its declaration says. Its own table is called `r` in all of it. */
export interface RecordSql {
  /** Joins of other tables, each with at most one row. */
  readonly join?: Expression;
  /** Fields that are not columns of the table. */
  readonly columns?: Readonly<Record<string, Expression>>;
  /** Folded names of other tables by which it is found too. */
  readonly searched?: readonly Expression[];
  readonly sorts?: Readonly<Record<string, (language: Language) => Expression | readonly Expression[]>>;
  readonly filters?: Readonly<Record<string, (value: never) => Expression>>;
}

/** A record with names, as every list shows it. */
export interface NamedRecord extends Names {
  readonly id: number;
  readonly updatedAt: string;
}

/** A list as it is asked for. */
export interface RecordQuery {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order?: 'asc' | 'desc' | undefined;
}

/** Where somebody reads, and in the order of which language. */
export interface RecordScope {
  readonly area: Area;
  readonly language: Language;
}

type Row = NameColumns & RecordColumns & { readonly id: number } & Readonly<Record<string, unknown>>;
type RecordBody = Names & Readonly<Record<string, unknown>>;

/** Reads and writes the records of a declaration; made by {@link createRecordStore}. */
export interface RecordStore<Item extends NamedRecord = NamedRecord> {
  options(database: Database, query: object, scope: RecordScope): Promise<object[]>;
  page(
    database: Database,
    query: RecordQuery,
    scope: RecordScope,
  ): Promise<{ items: Item[]; length: number }>;
  /** A record within an area; `lock` holds it until the transaction ends. */
  find(
    database: Database | DatabaseTransaction,
    id: number,
    area: Area,
    options?: { lock?: boolean },
  ): Promise<Item | null>;
  /** The first that a text finds: those that are called so before those found by another name. */
  search(database: Database, text: string, scope: RecordScope & { readonly limit: number }): Promise<Item[]>;
  byIds(database: Database, ids: readonly number[], area: Area): Promise<Item[]>;
  insert(database: DatabaseTransaction, body: RecordBody, authorId: number): Promise<number>;
  update(database: DatabaseTransaction, id: number, body: RecordBody): Promise<void>;
  remove(database: DatabaseTransaction, id: number): Promise<void>;
}

/** Makes the store of a declared record. */
export function createRecordStore(record: RecordDefinition, parts: RecordSql): RecordStore {
  const statements = createStatements(record, parts);
  return { ...createReads(record, statements), ...createWrites(record) };
}

/** The fragments that the statements of a declared record consist of. */
function createStatements(record: RecordDefinition, parts: RecordSql) {
  const fieldNames = Object.keys(record.fields);
  const ownNames = [sql`r.fold_uz`, sql`r.fold_ru`];

  function within(area: Area): Expression {
    if (record.area === undefined || area === 'everywhere') return sql`true`;
    return sql`${sql.ref(`r.${record.area}`)} = any(${[...area]}::bigint[])`;
  }

  return {
    from: sql`${sql.table(record.table)} r ${authorJoin('r')} ${parts.join ?? sql``}`,
    columns: sql.join([
      sql`r.id, r.name_uz, r.name_ru, ${recordColumns('r')}`,
      ...fieldNames
        .filter((name) => name !== 'author_id')
        .map((name) => sql`${parts.columns?.[name] ?? sql.ref(`r.${name}`)} as ${sql.ref(name)}`),
    ]),
    ownNames,
    searched: [...ownNames, ...(parts.searched ?? [])],
    within,
    /** The condition of the area and the filters of the declaration. */
    scoped(area: Area, query: object): Expression {
      const conditions = Object.entries(parts.filters ?? {}).flatMap(([name, condition]) => {
        const value = (query as Readonly<Record<string, unknown>>)[name];
        // Sound: the query has passed the schema in which the filter is declared.
        return value === undefined ? [] : [condition(value as never)];
      });
      return sql.join([within(area), ...conditions], sql` and `);
    },
    sortsIn(language: Language): Sorts<string> {
      const own = Object.entries(parts.sorts ?? {}).map(([name, expression]) => [name, expression(language)]);
      return {
        name: nameColumn('r', language),
        author: authorSort,
        createdAt: sql`r.created_at`,
        updatedAt: sql`r.updated_at`,
        ...Object.fromEntries(own),
      };
    },
    present(row: Row): NamedRecord {
      const fields = Object.fromEntries(fieldNames.map((name) => [name, row[name]]));
      return { id: row.id, ...presentNames(row), ...fields, ...presentRecord(row) };
    },
  };
}

function createReads(
  record: RecordDefinition,
  {
    from,
    columns,
    ownNames,
    searched,
    within,
    scoped,
    sortsIn,
    present,
  }: ReturnType<typeof createStatements>,
): Pick<RecordStore, 'options' | 'page' | 'find' | 'search' | 'byIds'> {
  async function select(database: Database | DatabaseTransaction, rest: Expression): Promise<NamedRecord[]> {
    const { rows } = await sql<Row>`select ${columns} from ${from} where ${rest}`.execute(database);
    return rows.map(present);
  }

  return {
    async options(database, query, { area, language }) {
      const more = record.optionFields.map((name) => sql`, ${sql.ref(`r.${name}`)}`);
      const { rows } = await sql<Row>`
        select r.id, r.name_uz, r.name_ru ${more.length > 0 ? sql.join(more, sql` `) : sql``}
        from ${sql.table(record.table)} r
        where ${scoped(area, query)} order by ${nameColumn('r', language)}, r.id`.execute(database);
      return rows.map((row) => ({
        id: row.id,
        ...Object.fromEntries(record.optionFields.map((name) => [name, row[name]])),
        ...presentNames(row),
      }));
    },
    async page(database, query, { area, language }) {
      const { rows, length } = await readPage<Row>(database, {
        columns,
        from,
        where: sql`${scoped(area, query)} and ${matchesFolded(query.search, searched)}`,
        order: orderBy(query, { sorts: sortsIn(language), first: 'name', id: sql`r.id` }),
        page: query.page,
        limit: query.limit,
      });
      return { items: rows.map(present), length };
    },
    async find(database, id, area, { lock = false } = {}) {
      const where = sql`r.id = ${id} and ${within(area)} ${lock ? sql`for update of r` : sql``}`;
      return (await select(database, where))[0] ?? null;
    },
    search: (database, text, { area, language, limit }) =>
      select(
        database,
        sql`${within(area)} and ${matchesFolded(text, searched)}
          order by coalesce(${matchesFolded(text, ownNames)}, false) desc, ${nameColumn('r', language)}, r.id
          limit ${limit}`,
      ),
    byIds: (database, ids, area) =>
      select(database, sql`r.id = any(${[...ids]}::bigint[]) and ${within(area)}`),
  };
}

function createWrites({
  table: name,
  input,
}: RecordDefinition): Pick<RecordStore, 'insert' | 'update' | 'remove'> {
  const table = sql.table(name);
  const columnsOf = (body: RecordBody) => ({
    ...namesToColumns(body),
    ...Object.fromEntries(Object.keys(input).map((field) => [field, body[field]])),
  });

  return {
    async insert(database, body, authorId) {
      const values = Object.entries({ ...columnsOf(body), author_id: authorId });
      const { rows } = await sql<{ id: number }>`
        insert into ${table} (${sql.join(values.map(([column]) => sql.ref(column)))})
        values (${sql.join(values.map(([, value]) => columnValue(value)))}) returning id`.execute(database);
      return rows[0]?.id ?? 0;
    },
    async update(database, id, body) {
      const changes = Object.entries(columnsOf(body)).map(
        ([column, value]) => sql`${sql.ref(column)} = ${columnValue(value)}`,
      );
      await sql`update ${table} set ${sql.join(changes)}, updated_at = ${touched} where id = ${id}`.execute(
        database,
      );
    },
    async remove(database, id) {
      await sql`delete from ${table} where id = ${id}`.execute(database);
    },
  };
}

/** Lists and objects are kept as JSON. */
function columnValue(value: unknown): Expression {
  return typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}
