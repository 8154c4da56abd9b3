import { sql } from 'kysely';
import type { Option } from '#kernel/contract/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import {
  authorJoin,
  authorSort,
  matchesFolded,
  nameColumn,
  namesToColumns,
  orderBy,
  presentNames,
  readPage,
  recordColumns,
  touched,
  type NameColumns,
  type RecordColumns,
} from '#kernel/records/server/crud/index.ts';
import type { Database, DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import type { DirectionBody, DirectionListQuery } from '../contract.ts';

export interface DirectionRow extends NameColumns, RecordColumns {
  readonly id: number;
}

const columns = sql`d.id, d.name_uz, d.name_ru, ${recordColumns('d')}`;
const from = sql`directions d ${authorJoin('d')}`;

/** Every direction, by name. */
export async function listOptions(database: Database, language: Language): Promise<Option[]> {
  const { rows } = await sql<DirectionRow>`
    select d.id, d.name_uz, d.name_ru from directions d order by ${nameColumn('d', language)}, d.id
  `.execute(database);
  return rows.map((row) => ({ id: row.id, ...presentNames(row) }));
}

/** One page of directions, and how many there are on all of them. */
export function listPage(database: Database, query: DirectionListQuery, language: Language) {
  return readPage<DirectionRow>(database, {
    columns,
    from,
    where: matchesFolded(query.search, [sql`d.fold_uz`, sql`d.fold_ru`]),
    order: orderBy(query, {
      sorts: {
        name: nameColumn('d', language),
        author: authorSort,
        createdAt: sql`d.created_at`,
        updatedAt: sql`d.updated_at`,
      },
      first: 'name',
      id: sql`d.id`,
    }),
    page: query.page,
    limit: query.limit,
  });
}

/** A direction; `lock` holds it until the transaction ends. */
export async function findDirection(
  database: Database | DatabaseTransaction,
  id: number,
  { lock = false } = {},
): Promise<DirectionRow | null> {
  const { rows } = await sql<DirectionRow>`
    select ${columns} from ${from} where d.id = ${id} ${lock ? sql`for update of d` : sql``}`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Those of some directions that are there. */
export async function listKnown(database: Database, ids: readonly number[]): Promise<DirectionRow[]> {
  const { rows } = await sql<DirectionRow>`
    select ${columns} from ${from} where d.id = any(${[...ids]}::bigint[])`.execute(database);
  return rows;
}

/** Writes a new direction and answers its id. */
export async function insertDirection(
  database: DatabaseTransaction,
  body: DirectionBody,
  authorId: number,
): Promise<number> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  const { rows } = await sql<{ id: number }>`
    insert into directions (name_uz, name_ru, fold_uz, fold_ru, author_id)
    values (${name_uz}, ${name_ru}, ${fold_uz}, ${fold_ru}, ${authorId}) returning id`.execute(database);
  return rows[0]?.id ?? 0;
}

/** Renames a direction. */
export async function updateDirection(
  database: DatabaseTransaction,
  id: number,
  body: DirectionBody,
): Promise<void> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  await sql`
    update directions
    set name_uz = ${name_uz}, name_ru = ${name_ru}, fold_uz = ${fold_uz}, fold_ru = ${fold_ru}, updated_at = ${touched}
    where id = ${id}`.execute(database);
}
