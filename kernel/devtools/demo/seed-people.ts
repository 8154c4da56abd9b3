import { sql } from 'kysely';
import type { Names, RoleLevel } from '#kernel/contract/index.ts';
import type { DatabaseTransaction } from '#kernel/server/api/index.ts';
import { asKernel } from '#kernel/server/database/pool/data-wall.ts';
import { adminSearchText } from '#kernel/identity/server/people/admin-key.ts';
import { insertRole } from '#kernel/identity/server/people/roles.ts';

/** A role of the demonstration; admins refer to it by its key. */
export interface RoleSeed extends Names {
  readonly key: string;
  readonly role: RoleLevel;
  readonly permissions: readonly string[];
}

/** An admin of the demonstration. */
export interface AdminSeed {
  readonly login: string;
  readonly role: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly phone: string | null;
  readonly blocked: boolean;
  readonly neighborhoods: readonly number[];
}

/**
 * Inserts the roles and admins of the demonstration, all with one password; the first admin is the author of the roles.
 */
export async function seedPeople(
  database: DatabaseTransaction,
  {
    roles,
    admins,
    passwordHash,
  }: { roles: readonly RoleSeed[]; admins: readonly AdminSeed[]; passwordHash: string },
): Promise<void> {
  const roleIds = new Map<string, number>();
  for (const role of roles) roleIds.set(role.key, await insertRole(database, role, null));
  const rows = admins.map(({ role, ...admin }) => ({
    ...admin,
    role_id: roleIds.get(role),
    fold_name: adminSearchText(admin),
  }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as admin (login text, role_id bigint,
        blocked boolean, first_name text, last_name text, father_name text, fold_name text, phone text, neighborhoods jsonb)
    ), made as (
      insert into admins (login, password_hash, first_name, last_name, father_name, fold_name, phone, role_id, blocked)
      select login, ${passwordHash}, first_name, last_name, father_name, fold_name, phone, role_id, blocked from given
      returning id, login
    ), assigned as (
      insert into admin_neighborhoods (admin_id, neighborhood_id)
      select made.id, place::bigint from made join given using (login)
      cross join lateral jsonb_array_elements_text(given.neighborhoods) as place
    )
    update admin_roles set author_id = (select min(id) from made)`.execute(asKernel(database));
}
