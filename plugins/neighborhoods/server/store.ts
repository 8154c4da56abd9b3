import { sql, type RawBuilder } from 'kysely';
import type { Area, Option } from '#kernel/contract/index.ts';
import type { Coordinates } from '#kernel/domain/geo/index.ts';
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
import type { NeighborhoodBody, NeighborhoodListQuery } from '../contract.ts';

export interface NeighborhoodRow extends NameColumns, RecordColumns {
  readonly id: number;
  readonly coords: Coordinates[];
  readonly color: string;
}

const columns = sql`n.id, n.name_uz, n.name_ru, n.coords, n.color, ${recordColumns('n')}`;
const from = sql`neighborhoods n ${authorJoin('n')}`;

/** Every neighbourhood of an area, by name. */
export async function listOptions(database: Database, area: Area, language: Language): Promise<Option[]> {
  const { rows } = await sql<NeighborhoodRow>`
    select n.id, n.name_uz, n.name_ru from neighborhoods n
    where ${within(area)} order by ${nameColumn('n', language)}, n.id`.execute(database);
  return rows.map((row) => ({ id: row.id, ...presentNames(row) }));
}

/** One page of an area, and how many there are on all of them. */
export function listPage(
  database: Database,
  query: NeighborhoodListQuery,
  { area, language }: { area: Area; language: Language },
) {
  return readPage<NeighborhoodRow>(database, {
    columns,
    from,
    where: sql`${within(area)} and ${matchesFolded(query.search, [sql`n.fold_uz`, sql`n.fold_ru`])}`,
    order: orderBy(query, {
      sorts: {
        name: nameColumn('n', language),
        author: authorSort,
        createdAt: sql`n.created_at`,
        updatedAt: sql`n.updated_at`,
      },
      first: 'name',
      id: sql`n.id`,
    }),
    page: query.page,
    limit: query.limit,
  });
}

/** A neighbourhood within an area; `lock` holds it until the transaction ends. */
export async function findNeighborhood(
  database: Database | DatabaseTransaction,
  id: number,
  area: Area,
  { lock = false } = {},
): Promise<NeighborhoodRow | null> {
  const { rows } = await sql<NeighborhoodRow>`
    select ${columns} from ${from} where n.id = ${id} and ${within(area)}
    ${lock ? sql`for update of n` : sql``}`.execute(database);
  return rows[0] ?? null;
}

/** Those of some neighbourhoods that are in an area. */
export async function listKnown(
  database: Database,
  ids: readonly number[],
  area: Area,
): Promise<NeighborhoodRow[]> {
  const { rows } = await sql<NeighborhoodRow>`
    select ${columns} from ${from} where n.id = any(${[...ids]}::bigint[]) and ${within(area)}`.execute(
    database,
  );
  return rows;
}

/** Writes a new neighbourhood and answers its id. */
export async function insertNeighborhood(
  database: DatabaseTransaction,
  body: NeighborhoodBody,
  authorId: number,
): Promise<number> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  const { rows } = await sql<{ id: number }>`
    insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, coords, color, author_id)
    values (${name_uz}, ${name_ru}, ${fold_uz}, ${fold_ru}, ${JSON.stringify(body.coords)}::jsonb, ${body.color},
      ${authorId})
    returning id`.execute(database);
  return rows[0]?.id ?? 0;
}

/** Changes a neighbourhood. */
export async function updateNeighborhood(
  database: DatabaseTransaction,
  id: number,
  body: NeighborhoodBody,
): Promise<void> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  await sql`
    update neighborhoods
    set name_uz = ${name_uz}, name_ru = ${name_ru}, fold_uz = ${fold_uz}, fold_ru = ${fold_ru},
      coords = ${JSON.stringify(body.coords)}::jsonb, color = ${body.color}, updated_at = ${touched}
    where id = ${id}`.execute(database);
}

/** Deletes a neighbourhood that nothing refers to; admins who were assigned to it are so no longer. */
export async function deleteNeighborhood(database: DatabaseTransaction, id: number): Promise<void> {
  await sql`delete from neighborhoods where id = ${id}`.execute(database);
  await sql`delete from admin_neighborhoods where neighborhood_id = ${id}`.execute(database);
}

function within(area: Area): RawBuilder<boolean> {
  return area === 'everywhere' ? sql`true` : sql`n.id = any(${[...area]}::bigint[])`;
}
