import { sql } from 'kysely';
import { namesToColumns } from '#kernel/records/server/crud/index.ts';
import type { Database } from '#kernel/server/api/index.ts';
import { adminSearchText } from './people/admin-key.ts';
import { hashPassword } from './session/password.ts';
import { randomPassword } from '#kernel/server/installation/token.ts';

/** Initial names, which can be changed like those of any other admin or role. */
const first = { login: 'superadmin', first_name: 'Bosh', last_name: 'Administrator' };
const role = namesToColumns({ uz: { name: 'Bosh administrator' }, ru: { name: 'Главный администратор' } });

/** The credentials of the first admin, printed once and not stored. */
export interface FirstAdmin {
  readonly login: string;
  readonly password: string;
}

/**
 * Creates one super admin with a random initial password, which must be replaced at the first sign-in; null if any
 * admin exists. If several nodes start at once, only one creates it.
 */
export async function ensureFirstAdmin(
  database: Database,
  /** Every permission of the installed plugins, since no other admin can have them yet. */
  permissions: readonly string[],
): Promise<FirstAdmin | null> {
  if (await hasAdmins(database)) return null;
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const made = await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('komak.first_admin'))`.execute(transaction);
    if (await hasAdmins(transaction)) return false;
    await sql`
      with made as (
        insert into admin_roles (role, permissions, name_uz, name_ru, fold_uz, fold_ru)
        values ('super_admin', ${[...permissions]}, ${role.name_uz}, ${role.name_ru}, ${role.fold_uz}, ${role.fold_ru})
        returning id
      )
      insert into admins (login, password_hash, first_name, last_name, fold_name, role_id, must_change_password)
      select ${first.login}, ${passwordHash}, ${first.first_name}, ${first.last_name}, ${adminSearchText(first)}, id, true
      from made`.execute(transaction);
    return true;
  });
  return made ? { login: first.login, password } : null;
}

async function hasAdmins(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from admins) as found`.execute(
    database,
  );
  return rows[0]?.found ?? false;
}
