import { sql, type RawBuilder } from 'kysely';
import type { Area } from '#kernel/contract/index.ts';
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
import type { StreetBody, StreetListQuery, StreetOption } from '../contract.ts';

export interface StreetRow extends NameColumns, RecordColumns {
  readonly id: number;
  readonly neighborhood_id: number;
  readonly neighborhood_uz: string;
  readonly neighborhood_ru: string;
}

const columns = sql`s.id, s.neighborhood_id, s.name_uz, s.name_ru, n.name_uz as neighborhood_uz,
  n.name_ru as neighborhood_ru, ${recordColumns('s')}`;
const from = sql`streets s join neighborhoods n on n.id = s.neighborhood_id ${authorJoin('s')}`;
const searched = [sql`s.fold_uz`, sql`s.fold_ru`, sql`n.fold_uz`, sql`n.fold_ru`];

interface Place {
  readonly area: Area;
  readonly language: Language;
}

/** Every street of an area, or of one neighbourhood in it, by name. */
export async function listOptions(
  database: Database,
  { neighborhood }: StreetListQuery,
  { area, language }: Place,
): Promise<StreetOption[]> {
  const { rows } = await sql<StreetRow>`
    select s.id, s.neighborhood_id, s.name_uz, s.name_ru from streets s
    where ${within(area, neighborhood)} order by ${nameColumn('s', language)}, s.id`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    neighborhood_id: row.neighborhood_id,
    ...presentNames(row),
  }));
}

/** One page of an area, and how many there are on all of them; a street is found by its neighbourhood's name too. */
export function listPage(database: Database, query: StreetListQuery, { area, language }: Place) {
  return readPage<StreetRow>(database, {
    columns,
    from,
    where: sql`${within(area, query.neighborhood)} and ${matchesFolded(query.search, searched)}`,
    order: orderBy(query, {
      sorts: {
        name: nameColumn('s', language),
        neighborhood: [nameColumn('n', language), nameColumn('s', language)],
        author: authorSort,
        createdAt: sql`s.created_at`,
        updatedAt: sql`s.updated_at`,
      },
      first: 'name',
      id: sql`s.id`,
    }),
    page: query.page,
    limit: query.limit,
  });
}

/** A street within an area; `lock` holds it until the transaction ends. */
export async function findStreet(
  database: Database | DatabaseTransaction,
  id: number,
  area: Area,
  { lock = false } = {},
): Promise<StreetRow | null> {
  const { rows } = await sql<StreetRow>`
    select ${columns} from ${from} where s.id = ${id} and ${within(area)}
    ${lock ? sql`for update of s` : sql``}`.execute(database);
  return rows[0] ?? null;
}

/** Whether there is such a neighbourhood. */
export async function neighborhoodExists(database: DatabaseTransaction, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from neighborhoods where id = ${id}`.execute(database);
  return rows.length > 0;
}

/** The first streets that a text finds: those that are called so before those of a neighbourhood that is. */
export async function findFirst(
  database: Database,
  text: string,
  { area, language, limit }: Place & { readonly limit: number },
): Promise<StreetRow[]> {
  const own = matchesFolded(text, [sql`s.fold_uz`, sql`s.fold_ru`]);
  const { rows } = await sql<StreetRow>`
    select ${columns} from ${from} where ${within(area)} and ${matchesFolded(text, searched)}
    order by coalesce(${own}, false) desc, ${nameColumn('s', language)}, s.id limit ${limit}`.execute(
    database,
  );
  return rows;
}

/** Those of some streets that lie in an area. */
export async function listKnown(
  database: Database,
  ids: readonly number[],
  area: Area,
): Promise<StreetRow[]> {
  const { rows } = await sql<StreetRow>`
    select ${columns} from ${from} where s.id = any(${[...ids]}::bigint[]) and ${within(area)}`.execute(
    database,
  );
  return rows;
}

/** Writes a new street and answers its id. */
export async function insertStreet(
  database: DatabaseTransaction,
  body: StreetBody,
  authorId: number,
): Promise<number> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  const { rows } = await sql<{ id: number }>`
    insert into streets (neighborhood_id, name_uz, name_ru, fold_uz, fold_ru, author_id)
    values (${body.neighborhood_id}, ${name_uz}, ${name_ru}, ${fold_uz}, ${fold_ru}, ${authorId})
    returning id`.execute(database);
  return rows[0]?.id ?? 0;
}

/** Renames a street, or gives it to another neighbourhood. */
export async function updateStreet(
  database: DatabaseTransaction,
  id: number,
  body: StreetBody,
): Promise<void> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  await sql`
    update streets
    set neighborhood_id = ${body.neighborhood_id}, name_uz = ${name_uz}, name_ru = ${name_ru}, fold_uz = ${fold_uz},
      fold_ru = ${fold_ru}, updated_at = ${touched}
    where id = ${id}`.execute(database);
}

/** How many streets a neighbourhood has. */
export async function countStreetsOf(database: DatabaseTransaction, neighborhoodId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from streets where neighborhood_id = ${neighborhoodId}`.execute(database);
  return rows[0]?.count ?? 0;
}

function within(area: Area, neighborhood?: number): RawBuilder<boolean> {
  const own =
    area === 'everywhere'
      ? sql<boolean>`true`
      : sql<boolean>`s.neighborhood_id = any(${[...area]}::bigint[])`;
  return neighborhood === undefined ? own : sql`${own} and s.neighborhood_id = ${neighborhood}`;
}
