import { sql } from 'kysely';
import type { RoleLevel } from '#kernel/plugin-api/contract.ts';
import {
  columnsOf,
  type Database,
  type DatabaseTransaction,
  matchesWords,
  nameColumn,
  orderBySort,
  readPage,
} from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { digitsOf } from '#kernel/domain/text/index.ts';
import type { AdminListQuery } from '../../contract.ts';
import { activeRows } from './active-rows.ts';

export interface AdminRow {
  readonly id: number;
  readonly login: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly phone: string | null;
  readonly role_id: number;
  readonly role: RoleLevel;
  readonly role_uz: string;
  readonly role_ru: string;
  readonly neighborhoods: readonly { id: number; name_uz: string; name_ru: string }[];
  readonly blocked: boolean;
  readonly must_change_password: boolean;
  readonly second_factor: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns = sql`a.id, a.login, a.first_name, a.last_name, a.father_name, a.phone, a.role_id, r.role,
  r.name_uz as role_uz, r.name_ru as role_ru, a.blocked, a.must_change_password, a.created_at, a.updated_at,
  (select has_factor from kernel_v1_admin_factors f where f.admin_id = a.id) as second_factor,
  (select coalesce(json_agg(json_build_object('id', n.id, 'name_uz', n.name_uz, 'name_ru', n.name_ru)
      order by n.name_uz, n.id), '[]')
    from kernel_v1_admin_neighborhoods own join neighborhoods_v1_neighborhoods n on n.id = own.neighborhood_id
    where own.admin_id = a.id) as neighborhoods`;
const from = sql`kernel_v1_admins a join kernel_v1_admin_roles r on r.id = a.role_id`;

/** One page of the active admins, and the total. */
export function listAdmins(database: Database, query: AdminListQuery, language: Language) {
  const { role, neighborhood, blocked, search, page, limit } = query;
  const conditions = [
    sql`a.deleted_at is null`,
    role === undefined ? sql`true` : sql`a.role_id = ${role}`,
    blocked === undefined ? sql`true` : sql`a.blocked = ${blocked === 'true'}`,
    neighborhood === undefined
      ? sql`true`
      : sql`exists (select from kernel_v1_admin_neighborhoods n where n.admin_id = a.id and n.neighborhood_id = ${neighborhood})`,
    matchesWords(isNumber(search) ? digitsOf(search) : search, [sql`a.fold_name`, sql`a.phone`]),
  ];
  return readPage<AdminRow>(database, {
    columns,
    from,
    where: sql.join(conditions, sql` and `),
    order: orderBySort(query, {
      sorts: {
        name: [sql`lower(a.last_name)`, sql`lower(a.first_name)`],
        login: sql`lower(a.login)`,
        role: nameColumn(columnsOf('r'), language),
        createdAt: sql`a.created_at`,
        updatedAt: sql`a.updated_at`,
      },
      first: 'name',
      id: sql`a.id`,
    }),
    page,
    limit,
  });
}

/** Matches a phone in any grouping. */
function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^[\d\s()+-]*\d[\d\s()+-]*$/.test(text);
}

/** Active admins: one by its id, or those with some ids. */
export const { find: findAdmin, list: listAdminsByIds } = activeRows<AdminRow>({
  columns,
  from,
  alias: 'a',
});

/** Whether an active admin has a login, in any letter case as PostgreSQL knows it, like the unique index. */
export async function isLoginTaken(
  database: DatabaseTransaction,
  login: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from kernel_v1_admins where lower(login) = lower(${login}) and deleted_at is null
      and id is distinct from ${exceptId}`.execute(database);
  return rows.length > 0;
}

/** Returns the unknown ones among neighborhood ids; locks the others until the transaction ends. */
export async function unknownNeighborhoods(
  database: DatabaseTransaction,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with held as (select id from neighborhoods_v1_neighborhoods where id = any(${[...ids]}::bigint[]) for key share)
    select requested.id from unnest(${[...ids]}::bigint[]) as requested (id)
    where requested.id not in (select id from held)`.execute(database);
  return rows.map(({ id }) => id);
}

/** How many active admins are assigned to a neighbourhood. */
export async function countAdminsOf(database: DatabaseTransaction, neighborhoodId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from kernel_v1_admin_neighborhoods where neighborhood_id = ${neighborhoodId}`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}
