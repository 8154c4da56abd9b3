import { sql, type RawBuilder } from 'kysely';
import type { Area, Coordinates, Language } from '#kernel/contract/index.ts';
import { fold } from '#kernel/contract/text/index.ts';
import type { Database } from '#kernel/server/plugin.ts';
import type { NeighborhoodListQuery } from '../contract.ts';

/** Who may be handed an application. */
const receiverPermission = 'application_receiver';

export interface OptionRow {
  id: number;
  name_uz: string;
  name_ru: string;
}

export interface NeighborhoodRow extends OptionRow {
  coords: Coordinates[];
  color: string;
}

export interface ItemRow extends NeighborhoodRow {
  author: { id: number; first_name: string; last_name: string } | null;
  created_at: string;
  updated_at: string;
}

export interface ReceiverRow {
  id: number;
  first_name: string;
  last_name: string;
  father_name: string | null;
  role_uz: string;
  role_ru: string;
}

/** Every neighbourhood of an area, by name. */
export async function listOptions(database: Database, area: Area, language: Language): Promise<OptionRow[]> {
  const { rows } = await sql<OptionRow>`
    select id, name_uz, name_ru from neighborhoods
    where ${within(area)} order by ${nameColumn(language)}, id`.execute(database);
  return rows;
}

/** One page, and how many there are on all of them. Few enough to be searched by their folded names as they are read. */
export async function listPage(
  database: Database,
  query: NeighborhoodListQuery,
  language: Language,
): Promise<{ rows: ItemRow[]; length: number }> {
  const ids = query.search ? await idsNamedLike(database, query.search) : null;
  const wanted = ids ? sql`n.id = any(${ids}::bigint[])` : sql`true`;
  const order = sortColumns[query.sort_by ?? 'name'](language);
  const direction = query.sort_order === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<ItemRow>`
    select n.id, n.name_uz, n.name_ru, n.coords, n.color, n.created_at, n.updated_at,
      case when a.id is null then null
        else json_build_object('id', a.id, 'first_name', a.first_name, 'last_name', a.last_name) end as author
    from neighborhoods n left join admins a on a.id = n.author_id
    where ${wanted} order by ${order} ${direction}, n.id ${direction}
    limit ${query.limit} offset ${(query.page - 1) * query.limit}`.execute(database);
  const counted = await sql<{ length: number }>`
    select count(*) as length from neighborhoods n where ${wanted}`.execute(database);
  return { rows, length: counted.rows[0]?.length ?? 0 };
}

/** A neighbourhood within an area. */
export async function findNeighborhood(
  database: Database,
  id: number,
  area: Area,
): Promise<NeighborhoodRow | null> {
  const { rows } = await sql<NeighborhoodRow>`
    select id, name_uz, name_ru, coords, color from neighborhoods
    where id = ${id} and ${within(area)}`.execute(database);
  return rows[0] ?? null;
}

/** Admins who may receive applications of a neighbourhood: those assigned to it, and super admins, who reach it anyway. */
export async function receiversIn(database: Database, neighborhoodId: number): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    select a.id, a.first_name, a.last_name, a.father_name, r.name_uz as role_uz, r.name_ru as role_ru
    from admins a join admin_roles r on r.id = a.role_id
    where not a.blocked and ${receiverPermission} = any(r.permissions)
      and (r.role = 'super_admin' or exists (
        select from admin_neighborhoods n where n.admin_id = a.id and n.neighborhood_id = ${neighborhoodId}))
    order by a.last_name, a.first_name, a.id`.execute(database);
  return rows;
}

async function idsNamedLike(database: Database, search: string): Promise<number[]> {
  const { rows } = await sql<OptionRow>`select id, name_uz, name_ru from neighborhoods`.execute(database);
  const key = fold(search);
  return rows
    .filter(({ name_uz, name_ru }) => fold(name_uz).includes(key) || fold(name_ru).includes(key))
    .map(({ id }) => id);
}

const sortColumns: Record<
  NonNullable<NeighborhoodListQuery['sort_by']>,
  (language: Language) => RawBuilder<unknown>
> = {
  name: nameColumn,
  createdAt: () => sql`n.created_at`,
  updatedAt: () => sql`n.updated_at`,
};

function nameColumn(language: Language): RawBuilder<unknown> {
  return language === 'ru' ? sql`lower(name_ru)` : sql`lower(name_uz)`;
}

function within(area: Area): RawBuilder<boolean> {
  return area === 'everywhere' ? sql`true` : sql`id = any(${[...area]}::bigint[])`;
}
