import { sql } from 'kysely';
import type { RoleLevel } from '#kernel/plugin-api/contract.ts';
import {
  authorJoin,
  authorSort,
  type Database,
  type DatabaseTransaction,
  matchesFolded,
  nameColumn,
  type NameColumns,
  namesToColumns,
  orderBy,
  readPage,
  recordColumns,
  type RecordColumns,
  touched,
} from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { RoleBody, RoleListQuery } from '../../contract.ts';

export interface RoleRow extends NameColumns, RecordColumns {
  readonly id: number;
  readonly role: RoleLevel;
  readonly permissions: string[];
  readonly admins: number;
}

const adminCount = sql`(select count(*) from admins a where a.role_id = r.id and a.deleted_at is null)`;
const columns = sql`r.id, r.role, r.permissions, r.name_uz, r.name_ru, ${adminCount} as admins, ${recordColumns('r')}`;
const from = sql`admin_roles r ${authorJoin('r')}`;

/** Every role, by name. */
export async function listRoleOptions(database: Database, language: Language) {
  const { rows } = await sql<Pick<RoleRow, 'id' | 'role' | 'permissions' | 'name_uz' | 'name_ru'>>`
    select r.id, r.role, r.permissions, r.name_uz, r.name_ru from admin_roles r where r.deleted_at is null
    order by ${nameColumn('r', language)}, r.id`.execute(database);
  return rows;
}

/** One page of roles, and how many there are on all of them. */
export function listRoles(database: Database, query: RoleListQuery, language: Language) {
  return readPage<RoleRow>(database, {
    columns,
    from,
    where: sql`r.deleted_at is null and ${matchesFolded(query.search, [sql`r.fold_uz`, sql`r.fold_ru`])}`,
    order: orderBy(query, {
      sorts: {
        name: nameColumn('r', language),
        role: sql`r.role`,
        permissions: [sql`cardinality(r.permissions)`, sql`r.permissions`],
        admins: adminCount,
        author: authorSort,
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

/** The roles among some ids. */
export async function listRolesByIds(database: Database, ids: readonly number[]): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select ${columns} from ${from} where r.id = any(${[...ids]}::bigint[]) and r.deleted_at is null`.execute(
    database,
  );
  return rows;
}

/** A role; `lock` locks the row until the transaction ends. */
export async function findRole(
  database: Database | DatabaseTransaction,
  id: number,
  { lock = false } = {},
): Promise<RoleRow | null> {
  const { rows } = await sql<RoleRow>`
    select ${columns} from ${from} where r.id = ${id} and r.deleted_at is null
    ${lock ? sql`for update of r` : sql``}`.execute(database);
  return rows[0] ?? null;
}

/** The level of a role that is being assigned, locked so that it is not removed; null for an unknown role. */
export async function levelOfRole(database: DatabaseTransaction, id: number): Promise<RoleLevel | null> {
  const { rows } = await sql<{ role: RoleLevel }>`
    select role from admin_roles where id = ${id} and deleted_at is null for share`.execute(database);
  return rows[0]?.role ?? null;
}

/** Inserts a role and returns the id. */
export async function insertRole(
  database: DatabaseTransaction,
  body: RoleBody,
  authorId: number,
): Promise<number> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  const { rows } = await sql<{ id: number }>`
    insert into admin_roles (role, permissions, name_uz, name_ru, fold_uz, fold_ru, author_id)
    values (${body.role}, ${body.permissions}, ${name_uz}, ${name_ru}, ${fold_uz}, ${fold_ru}, ${authorId})
    returning id`.execute(database);
  return rows[0]?.id ?? 0;
}

/** Updates the names and permissions of a role. */
export async function updateRole(database: DatabaseTransaction, id: number, body: RoleBody): Promise<void> {
  const { name_uz, name_ru, fold_uz, fold_ru } = namesToColumns(body);
  await sql`
    update admin_roles set role = ${body.role}, permissions = ${body.permissions}, name_uz = ${name_uz},
      name_ru = ${name_ru}, fold_uz = ${fold_uz}, fold_ru = ${fold_ru}, updated_at = ${touched}
    where id = ${id}`.execute(database);
}

/** Retires a role: retired admins keep it, and its names become free. */
export async function retireRole(database: DatabaseTransaction, id: number): Promise<void> {
  const free = `#${id}`;
  await sql`
    update admin_roles set deleted_at = now(), fold_uz = ${free}, fold_ru = ${free}, updated_at = ${touched}
    where id = ${id}`.execute(database);
}

/** The admins in service who have a role. */
export async function adminsOfRole(database: DatabaseTransaction, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from admins where role_id = ${id} and deleted_at is null`.execute(database);
  return rows.map((row) => row.id);
}
