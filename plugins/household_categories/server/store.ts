import { sql } from 'kysely';
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
import type {
  HouseholdCategoryBody,
  HouseholdCategoryListQuery,
  HouseholdCategoryOption,
} from '../contract.ts';

export interface CategoryRow extends NameColumns, RecordColumns {
  readonly id: number;
  readonly color: string;
}

const columns = sql`c.id, c.name_uz, c.name_ru, c.color, ${recordColumns('c')}`;
const from = sql`household_categories c ${authorJoin('c')}`;

/** Every category, by name. */
export async function listOptions(
  database: Database,
  language: Language,
): Promise<HouseholdCategoryOption[]> {
  const { rows } = await sql<CategoryRow>`
    select c.id, c.name_uz, c.name_ru, c.color from household_categories c order by ${nameColumn('c', language)}, c.id
  `.execute(database);
  return rows.map((row) => ({ id: row.id, ...presentNames(row), color: row.color }));
}

/** One page of categories, and how many there are on all of them. */
export function listPage(database: Database, query: HouseholdCategoryListQuery, language: Language) {
  return readPage<CategoryRow>(database, {
    columns,
    from,
    where: matchesFolded(query.search, [sql`c.fold_uz`, sql`c.fold_ru`]),
    order: orderBy(query, {
      sorts: {
        name: nameColumn('c', language),
        author: authorSort,
        createdAt: sql`c.created_at`,
        updatedAt: sql`c.updated_at`,
      },
      first: 'name',
      id: sql`c.id`,
    }),
    page: query.page,
    limit: query.limit,
  });
}

/** A category; `lock` holds it until the transaction ends. */
export async function findCategory(
  database: Database | DatabaseTransaction,
  id: number,
  { lock = false } = {},
): Promise<CategoryRow | null> {
  const { rows } = await sql<CategoryRow>`
    select ${columns} from ${from} where c.id = ${id} ${lock ? sql`for update of c` : sql``}`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** Those of some categories that are there. */
export async function listKnown(database: Database, ids: readonly number[]): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select ${columns} from ${from} where c.id = any(${[...ids]}::bigint[])`.execute(database);
  return rows;
}

/** Writes a new category and answers its id. */
export async function insertCategory(
  database: DatabaseTransaction,
  body: HouseholdCategoryBody,
  authorId: number,
): Promise<number> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  const { rows } = await sql<{ id: number }>`
    insert into household_categories (name_uz, name_ru, fold_uz, fold_ru, color, author_id)
    values (${name_uz}, ${name_ru}, ${fold_uz}, ${fold_ru}, ${body.color}, ${authorId}) returning id`.execute(
    database,
  );
  return rows[0]?.id ?? 0;
}

/** Changes a category. */
export async function updateCategory(
  database: DatabaseTransaction,
  id: number,
  body: HouseholdCategoryBody,
): Promise<void> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  await sql`
    update household_categories
    set name_uz = ${name_uz}, name_ru = ${name_ru}, fold_uz = ${fold_uz}, fold_ru = ${fold_ru}, color = ${body.color},
      updated_at = ${touched}
    where id = ${id}`.execute(database);
}
