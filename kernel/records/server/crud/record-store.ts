import { sql, type RawBuilder } from 'kysely';
import type { Area, Names } from '#kernel/contract/index.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import type { RecordDefinition, RecordQuery } from '#kernel/records/contract/define-record.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import { columnsOf, type Columns } from '../sql/statement.ts';
import { matchesWords } from '../search/search-words.ts';
import { nameColumn, namesToColumns, presentNames, type NameColumns } from './names.ts';
import { orderBySort, readPage, type Sorts } from './page.ts';
import { presentRecord, recordColumns, touched, type RecordColumns } from './records.ts';

type Expression = RawBuilder<unknown>;

/** The SQL of a record in addition to its declaration; `row` refers to the columns of its own table. */
export interface RecordSql {
  /** Joins of other tables, each with at most one row. */
  readonly join?: (row: Columns) => Expression;
  /** Fields that are columns of these, not of the table. */
  readonly columns?: Readonly<Record<string, Expression>>;
  /** Normalized names of other tables that the search includes. */
  readonly searched?: readonly Expression[];
  readonly sorts?: Readonly<
    Record<string, (language: Language, row: Columns) => Expression | readonly Expression[]>
  >;
  readonly filters?: Readonly<Record<string, (value: never, row: Columns) => Expression>>;
}

/** A record with names, as it appears in lists. */
export interface NamedRecord extends Names {
  readonly id: number;
  readonly updatedAt: string;
}

/** A condition on a record. */
export type RowCondition = (row: Columns) => Expression;

/** The records that a caller may see. */
export interface RecordVisibility {
  readonly area: Area;
  /** A further condition. */
  readonly condition?: RowCondition | undefined;
}

/** The records that a caller may see, and the language of the order. */
export interface RecordScope extends RecordVisibility {
  readonly language: Language;
}

type Row = NameColumns & RecordColumns & { readonly id: number } & Readonly<Record<string, unknown>>;
type RecordBody = Names & Readonly<Record<string, unknown>>;

/** Reads and writes the records of a declaration; created by {@link createRecordStore}. */
export interface RecordStore<Item extends NamedRecord = NamedRecord> {
  options(database: Database, query: object, scope: RecordScope): Promise<object[]>;
  page(
    database: Database,
    query: RecordQuery,
    scope: RecordScope,
  ): Promise<{ items: Item[]; length: number }>;
  /** Finds a record within reach; `lock` locks its row until the end of the transaction. */
  find(
    database: Database | DatabaseTransaction,
    id: number,
    reach: RecordVisibility,
    options?: { lock?: boolean },
  ): Promise<Item | null>;
  /** Reads the records that a condition selects; an order may follow the condition. */
  select(database: Database | DatabaseTransaction, condition: RowCondition): Promise<Item[]>;
  /** Returns the first hits of a text; matches of the record's own name come before those of other names. */
  search(database: Database, text: string, scope: RecordScope & { readonly limit: number }): Promise<Item[]>;
  byIds(database: Database, ids: readonly number[], area: Area): Promise<Item[]>;
  /** Inserts a body, with the further columns of `more`. */
  insert(database: DatabaseTransaction, body: RecordBody, authorId: number, more?: object): Promise<number>;
  update(database: DatabaseTransaction, id: number, body: RecordBody, more?: object): Promise<void>;
  remove(database: DatabaseTransaction, id: number): Promise<void>;
}

/** Creates the store of a declared record. */
export function createRecordStore(record: RecordDefinition, parts: RecordSql): RecordStore {
  const statements = createStatements(record, parts);
  return { ...createReads(record, statements), ...createWrites(record) };
}

/** Creates the SQL fragments of the statements of a declared record. */
function createStatements(record: RecordDefinition, parts: RecordSql) {
  const fieldNames = Object.keys(record.fields);
  const textNames = Object.keys(record.texts);
  const row = columnsOf('record');
  const meta = recordColumns(row);
  const ownNames = [row('fold_uz'), row('fold_ru')];
  const textColumns = textNames.flatMap((name) => languages.map((language) => `${name}_${language}`));

  function within({ area, condition }: RecordVisibility): Expression {
    const own =
      record.area === undefined || area === 'everywhere'
        ? sql`true`
        : sql`${row(record.area)} = any(${[...area]}::bigint[])`;
    return condition ? sql`${own} and ${condition(row)}` : own;
  }

  return {
    row,
    from: sql`${sql.table(record.table)} as record ${meta.join} ${parts.join?.(row) ?? sql``}`,
    columns: sql.join([
      ...['id', 'name_uz', 'name_ru'].map(row),
      meta.columns,
      ...textColumns.map(row),
      ...fieldNames
        .filter((name) => name !== 'author_id')
        .map((name) => sql`${parts.columns?.[name] ?? row(name)} as ${sql.ref(name)}`),
    ]),
    ownNames,
    searched: [...ownNames, ...(parts.searched ?? [])],
    within,
    /** The condition that combines visibility and declared filters. */
    scoped(reach: RecordVisibility, query: object): Expression {
      const conditions = Object.entries(parts.filters ?? {}).flatMap(([name, condition]) => {
        const value = (query as Readonly<Record<string, unknown>>)[name];
        // Sound: the query was validated by the schema that declares the filter.
        return value === undefined ? [] : [condition(value as never, row)];
      });
      return sql.join([within(reach), ...conditions], sql` and `);
    },
    sortsIn(language: Language): Sorts<string> {
      const own = Object.entries(parts.sorts ?? {}).map(([name, expression]) => [
        name,
        expression(language, row),
      ]);
      return {
        name: nameColumn(row, language),
        author: meta.authorSort,
        createdAt: row('created_at'),
        updatedAt: row('updated_at'),
        ...Object.fromEntries(own),
      };
    },
    present(stored: Row): NamedRecord {
      const fields = Object.fromEntries(fieldNames.map((name) => [name, stored[name]]));
      return { id: stored.id, ...presentTexts(stored, textNames), ...fields, ...presentRecord(stored) };
    },
  };
}

function presentTexts(stored: Row, textNames: readonly string[]): Names {
  const names = presentNames(stored);
  const textsIn = (language: Language) =>
    Object.fromEntries(textNames.map((name) => [name, stored[`${name}_${language}`]]));
  return { uz: { ...names.uz, ...textsIn('uz') }, ru: { ...names.ru, ...textsIn('ru') } };
}

function createReads(
  record: RecordDefinition,
  {
    row,
    from,
    columns,
    ownNames,
    searched,
    within,
    scoped,
    sortsIn,
    present,
  }: ReturnType<typeof createStatements>,
): Pick<RecordStore, 'options' | 'page' | 'find' | 'select' | 'search' | 'byIds'> {
  async function select(database: Database | DatabaseTransaction, rest: Expression): Promise<NamedRecord[]> {
    const { rows } = await sql<Row>`select ${columns} from ${from} where ${rest}`.execute(database);
    return rows.map(present);
  }

  return {
    select: (database, condition) => select(database, condition(row)),
    async options(database, query, scope) {
      const { rows } = await sql<Row>`
        select ${sql.join(['id', 'name_uz', 'name_ru', ...record.optionFields].map(row))}
        from ${sql.table(record.table)} as record
        where ${scoped(scope, query)} order by ${nameColumn(row, scope.language)}, ${row('id')}`.execute(
        database,
      );
      return rows.map((stored) => ({
        id: stored.id,
        ...Object.fromEntries(record.optionFields.map((name) => [name, stored[name]])),
        ...presentNames(stored),
      }));
    },
    async page(database, query, scope) {
      const { rows, length } = await readPage<Row>(database, {
        columns,
        from,
        where: sql`${scoped(scope, query)} and ${matchesWords(query.search, searched)}`,
        order: orderBySort(query, { sorts: sortsIn(scope.language), first: 'name', id: row('id') }),
        page: query.page,
        limit: query.limit,
      });
      return { items: rows.map(present), length };
    },
    async find(database, id, reach, { lock = false } = {}) {
      const where = sql`${row('id')} = ${id} and ${within(reach)} ${lock ? sql`for update of record` : sql``}`;
      return (await select(database, where))[0] ?? null;
    },
    search: (database, text, { language, limit, ...reach }) =>
      select(
        database,
        sql`${within(reach)} and ${matchesWords(text, searched)}
          order by coalesce(${matchesWords(text, ownNames)}, false) desc, ${nameColumn(row, language)}, ${row('id')}
          limit ${limit}`,
      ),
    byIds: (database, ids, area) =>
      select(database, sql`${row('id')} = any(${[...ids]}::bigint[]) and ${within({ area })}`),
  };
}

/** The columns of a body's texts and their search keys. */
export function textColumnsOf(
  { texts }: Pick<RecordDefinition, 'texts'>,
  body: Names,
): Readonly<Record<string, string>> {
  const textNames = Object.keys(texts);
  if (textNames.length === 0) return { ...namesToColumns(body) };
  const columns = languages.map((language) => {
    // Sound: the body was validated by the schema that declares the texts.
    const block = body[language] as Readonly<Record<string, string>>;
    const own = ['name', ...textNames].map((key) => [`${key}_${language}`, block[key] ?? ''] as const);
    const normalized = normalizeForSearch(own.map(([, text]) => text).join(' '));
    return { ...Object.fromEntries(own), [`fold_${language}`]: normalized };
  });
  return Object.assign({}, ...columns) as Readonly<Record<string, string>>;
}

function createWrites(record: RecordDefinition): Pick<RecordStore, 'insert' | 'update' | 'remove'> {
  const { input } = record;
  const table = sql.table(record.table);
  const storedColumnsOf = (body: RecordBody) => ({
    ...textColumnsOf(record, body),
    // An omitted optional field keeps its value.
    ...Object.fromEntries(
      Object.keys(input)
        .filter((field) => body[field] !== undefined)
        .map((field) => [field, body[field]]),
    ),
  });

  return {
    async insert(database, body, authorId, more = {}) {
      const values = Object.entries({ ...storedColumnsOf(body), ...more, author_id: authorId });
      const { rows } = await sql<{ id: number }>`
        insert into ${table} (${sql.join(values.map(([column]) => sql.ref(column)))})
        values (${sql.join(values.map(([, value]) => columnValue(value)))}) returning id`.execute(database);
      return rows[0]?.id ?? 0;
    },
    async update(database, id, body, more = {}) {
      const changes = Object.entries({ ...storedColumnsOf(body), ...more }).map(
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

/** The SQL value of a column; lists and objects are stored as JSON. */
function columnValue(value: unknown): Expression {
  return typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;
}
