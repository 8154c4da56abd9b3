import { sql } from 'kysely';
import type { Language } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import {
  authorJoin,
  authorSort,
  matchesFolded,
  nameColumn,
  orderBy,
  readPage,
  recordColumns,
  touched,
  type RecordColumns,
} from '#kernel/records/server/crud/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/api/index.ts';
import type { Audience, EntryBody, EntryListQuery } from '../../contract.ts';

export interface EntryColumns {
  readonly name_uz: string;
  readonly name_ru: string;
  readonly asks_uz: string;
  readonly asks_ru: string;
  readonly text_uz: string;
  readonly text_ru: string;
}

export interface EntryRow extends EntryColumns, RecordColumns {
  readonly id: number;
  readonly shipped: string | null;
  readonly changed: boolean;
  readonly enabled: boolean;
  readonly audience: Audience;
  readonly path: string | null;
}

const columns = sql`e.id, e.shipped, e.changed, e.enabled, e.audience, e.path,
  e.name_uz, e.name_ru, e.asks_uz, e.asks_ru, e.text_uz, e.text_ru, ${recordColumns('e')}`;
const from = sql`chat_entries e ${authorJoin('e')}`;

/** One page of the entries that are there: the deployment's own, and those of enabled plugins. */
export function listPage(
  database: Database,
  query: EntryListQuery,
  { language, shipped }: { language: Language; shipped: readonly string[] },
) {
  return readPage<EntryRow>(database, {
    columns,
    from,
    where: sql`${isThere(shipped)} and ${matchesFolded(query.search, [sql`e.fold_uz`, sql`e.fold_ru`])}
      and ${query.audience === undefined ? sql`true` : sql`e.audience = ${query.audience}`}
      and ${query.enabled === undefined ? sql`true` : sql`e.enabled = ${query.enabled === 'true'}`}
      and ${query.origin === undefined ? sql`true` : ofOrigin[query.origin]}`,
    order: orderBy(query, {
      sorts: {
        name: nameColumn('e', language),
        author: authorSort,
        createdAt: sql`e.created_at`,
        updatedAt: sql`e.updated_at`,
      },
      first: 'name',
      id: sql`e.id`,
    }),
    page: query.page,
    limit: query.limit,
  });
}

const ofOrigin = {
  shipped: sql`e.shipped is not null and not e.changed`,
  changed: sql`e.changed`,
  own: sql`e.shipped is null`,
} as const;

function isThere(shipped: readonly string[]) {
  return sql`(e.shipped is null or e.shipped = any(${shipped}))`;
}

/** An entry that is there; `lock` holds it until the transaction ends. */
export async function findEntry(
  database: Database | DatabaseTransaction,
  id: number,
  { shipped, lock = false }: { shipped: readonly string[]; lock?: boolean },
): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from ${from} where e.id = ${id} and ${isThere(shipped)} ${lock ? sql`for update of e` : sql``}`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** What the assistant answers with, and the revision that it is of. */
export async function readAnswers(
  database: Database,
  shipped: readonly string[],
): Promise<{ readonly revision: string; readonly rows: readonly EntryRow[] }> {
  const revision = await readRevision(database);
  const { rows } = await sql<EntryRow>`
    select ${columns} from ${from} where e.enabled and ${isThere(shipped)} order by e.id`.execute(database);
  return { revision, rows };
}

/** Rises with every change of an entry, on whichever node. */
export async function readRevision(database: Database): Promise<string> {
  const { rows } = await sql<{ revision: string }>`select revision::text from chat_revision`.execute(
    database,
  );
  return rows[0]?.revision ?? '';
}

/** Writes an entry of the deployment's own and answers its id. */
export async function insertEntry(
  database: DatabaseTransaction,
  body: EntryBody,
  authorId: number,
): Promise<number> {
  const { name_uz, name_ru, asks_uz, asks_ru, text_uz, text_ru, fold_uz, fold_ru } = toColumns(body);
  const { rows } = await sql<{ id: number }>`
    insert into chat_entries (enabled, audience, path, name_uz, name_ru, asks_uz, asks_ru, text_uz, text_ru, fold_uz,
      fold_ru, author_id)
    values (${body.enabled}, ${body.audience}, ${body.path}, ${name_uz}, ${name_ru}, ${asks_uz}, ${asks_ru}, ${text_uz},
      ${text_ru}, ${fold_uz}, ${fold_ru}, ${authorId})
    returning id`.execute(database);
  return rows[0]?.id ?? 0;
}

/** Changes an entry; `changed` says whether it is other than it was shipped. */
export async function updateEntry(
  database: DatabaseTransaction,
  id: number,
  { body, changed }: { body: EntryBody; changed: boolean },
): Promise<void> {
  const { name_uz, name_ru, asks_uz, asks_ru, text_uz, text_ru, fold_uz, fold_ru } = toColumns(body);
  await sql`
    update chat_entries
    set enabled = ${body.enabled}, audience = ${body.audience}, path = ${body.path}, name_uz = ${name_uz},
      name_ru = ${name_ru}, asks_uz = ${asks_uz}, asks_ru = ${asks_ru}, text_uz = ${text_uz}, text_ru = ${text_ru},
      fold_uz = ${fold_uz}, fold_ru = ${fold_ru}, changed = ${changed}, updated_at = ${touched}
    where id = ${id}`.execute(database);
}

/** Takes an entry away. */
export async function deleteEntry(database: DatabaseTransaction, id: number): Promise<void> {
  await sql`delete from chat_entries where id = ${id}`.execute(database);
}

/** The texts of an entry as its columns, with what is searched by. */
export function toColumns({ uz, ru }: Pick<EntryBody, 'uz' | 'ru'>) {
  return {
    name_uz: uz.name,
    name_ru: ru.name,
    asks_uz: uz.asks,
    asks_ru: ru.asks,
    text_uz: uz.text,
    text_ru: ru.text,
    fold_uz: normalizeForSearch(`${uz.name} ${uz.asks} ${uz.text}`),
    fold_ru: normalizeForSearch(`${ru.name} ${ru.asks} ${ru.text}`),
  };
}
