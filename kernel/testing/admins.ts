import { sql } from 'kysely';
import type { RoleLevel } from '#kernel/contract/index.ts';
import { adminSearchText } from '#kernel/identity/server/index.ts';
import { namesToColumns } from '#kernel/records/server/crud/index.ts';
import type { Database } from '#kernel/server/api/index.ts';

/** Properties of a test admin; omitted ones have defaults. */
export interface AdminDraft {
  readonly login?: string;
  readonly role?: RoleLevel;
  readonly permissions?: readonly string[];
  readonly neighborhoodIds?: readonly number[];
  readonly firstName?: string;
  readonly lastName?: string;
  /** A hash made by `hashPassword`; without it the admin cannot sign in with a password. */
  readonly passwordHash?: string;
  readonly mustChangePassword?: boolean;
}

let count = 0;

/** Inserts an admin with a role of their own. */
export async function createAdmin(
  database: Database,
  draft: AdminDraft = {},
): Promise<{ id: number; login: string; roleId: number }> {
  const number = ++count;
  const login = draft.login ?? `admin${number}`;
  const names = namesToColumns({ uz: { name: `Rol ${number}` }, ru: { name: `Роль ${number}` } });
  const first_name = draft.firstName ?? 'Ali';
  const last_name = draft.lastName ?? `Valiyev ${number}`;
  const { rows } = await sql<{ id: number; role_id: number }>`
    with made as (
      insert into admin_roles (role, permissions, name_uz, name_ru, fold_uz, fold_ru)
      values (${draft.role ?? 'admin'}, ${[...(draft.permissions ?? [])]}, ${names.name_uz}, ${names.name_ru},
        ${names.fold_uz}, ${names.fold_ru})
      returning id
    )
    insert into admins (login, password_hash, first_name, last_name, fold_name, role_id, must_change_password)
    select ${login}, ${draft.passwordHash ?? '-'}, ${first_name}, ${last_name},
      ${adminSearchText({ login, first_name, last_name })}, id, ${draft.mustChangePassword ?? false}
    from made returning id, role_id`.execute(database);
  const { id, role_id: roleId } = rows[0] as { id: number; role_id: number };
  await sql`
    insert into admin_neighborhoods (admin_id, neighborhood_id)
    select ${id}, unnest(${[...(draft.neighborhoodIds ?? [])]}::bigint[])`.execute(database);
  return { id, login, roleId };
}
