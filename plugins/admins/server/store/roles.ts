import { sql } from 'kysely';
import type { RoleLevel } from '#kernel/plugin-api/contract.ts';
import {
  columnsOf,
  type Database,
  type DatabaseTransaction,
  matchesWords,
  nameColumn,
  type NameColumns,
  orderBySort,
  readPage,
  recordColumns,
  type RecordColumns,
} from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { RoleListQuery } from '../../contract.ts';
import { activeRows } from './active-rows.ts';

export interface RoleRow extends NameColumns, RecordColumns {
  readonly id: number;
  readonly role: RoleLevel;
  readonly permissions: string[];
  readonly admins: number;
}

const row = columnsOf('r');
const meta = recordColumns(row);
const adminCount = sql`(select count(*) from kernel_v1_admins a where a.role_id = r.id and a.deleted_at is null)`;
const columns = sql`r.id, r.role, r.permissions, r.name_uz, r.name_ru, ${adminCount} as admins, ${meta.columns}`;
const from = sql`kernel_v1_admin_roles r ${meta.join}`;

/** Every role, by name. */
export async function listRoleOptions(database: Database, language: Language) {
  const { rows } = await sql<Pick<RoleRow, 'id' | 'role' | 'permissions' | 'name_uz' | 'name_ru'>>`
    select r.id, r.role, r.permissions, r.name_uz, r.name_ru from kernel_v1_admin_roles r where r.deleted_at is null
    order by ${nameColumn(row, language)}, r.id`.execute(database);
  return rows;
}

/** One page of roles, and the total. */
export function listRoles(database: Database, query: RoleListQuery, language: Language) {
  return readPage<RoleRow>(database, {
    columns,
    from,
    where: sql`r.deleted_at is null and ${matchesWords(query.search, [sql`r.fold_uz`, sql`r.fold_ru`])}`,
    order: orderBySort(query, {
      sorts: {
        name: nameColumn(row, language),
        role: sql`r.role`,
        permissions: [sql`cardinality(r.permissions)`, sql`r.permissions`],
        admins: adminCount,
        author: meta.authorSort,
        createdAt: sql`r.created_at`,
        updatedAt: sql`r.updated_at`,
      },
      first: 'name',
      id: sql`r.id`,
    }),
    page: query.page,
    limit: query.limit,
  });
}

/** Active roles: one by its id, or those with some ids. */
export const { find: findRole, list: listRolesByIds } = activeRows<RoleRow>({ columns, from, alias: 'r' });

/**
 * The level of a role that is being assigned, locked so that it cannot be removed; null for an unknown role.
 */
export async function levelOfRole(database: DatabaseTransaction, id: number): Promise<RoleLevel | null> {
  const { rows } = await sql<{ role: RoleLevel }>`
    select role from kernel_v1_admin_roles where id = ${id} and deleted_at is null for share`.execute(
    database,
  );
  return rows[0]?.role ?? null;
}

/** The active admins who have a role. */
export async function adminsOfRole(database: DatabaseTransaction, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from kernel_v1_admins where role_id = ${id} and deleted_at is null`.execute(database);
  return rows.map((found) => found.id);
}
