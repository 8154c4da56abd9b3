import { sql } from 'kysely';
import type { RoleLevel } from '#kernel/contract/index.ts';
import type { Database } from '#kernel/server/plugin.ts';

/** What a test says of an admin; the rest completes itself. */
export interface AdminDraft {
  readonly login?: string;
  readonly role?: RoleLevel;
  readonly permissions?: readonly string[];
  readonly neighborhoodIds?: readonly number[];
  readonly firstName?: string;
  readonly lastName?: string;
  /** A hash made by `hashPassword`; without one nobody can sign in by password. */
  readonly passwordHash?: string;
  readonly mustChangePassword?: boolean;
}

let count = 0;

/** Writes an admin with a role of his own. */
export async function createAdmin(
  database: Database,
  draft: AdminDraft = {},
): Promise<{ id: number; login: string; roleId: number }> {
  const number = ++count;
  const login = draft.login ?? `admin${number}`;
  const { rows } = await sql<{ id: number; role_id: number }>`
    with made as (
      insert into admin_roles (role, permissions, name_uz, name_ru)
      values (${draft.role ?? 'admin'}, ${[...(draft.permissions ?? [])]}, ${`Rol ${number}`}, ${`Роль ${number}`})
      returning id
    )
    insert into admins (login, password_hash, first_name, last_name, role_id, must_change_password)
    select ${login}, ${draft.passwordHash ?? '-'}, ${draft.firstName ?? 'Ali'}, ${draft.lastName ?? `Valiyev ${number}`},
      id, ${draft.mustChangePassword ?? false}
    from made returning id, role_id`.execute(database);
  const { id, role_id: roleId } = rows[0] as { id: number; role_id: number };
  await sql`
    insert into admin_neighborhoods (admin_id, neighborhood_id)
    select ${id}, unnest(${[...(draft.neighborhoodIds ?? [])]}::bigint[])`.execute(database);
  return { id, login, roleId };
}
