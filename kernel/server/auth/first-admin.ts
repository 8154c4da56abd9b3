import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../plugin.ts';
import { hashPassword } from './password.ts';

const login = 'superadmin';
/** Without letters that look alike: the password is read from a screen once. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The sign-in of the first admin, to be printed once; it is kept nowhere. */
export interface FirstAdmin {
  readonly login: string;
  readonly password: string;
}

/**
 * Makes one super admin with a random password, to be replaced at the first sign-in; null when there are admins already.
 * Of several nodes that start at once, one makes him.
 */
export async function ensureFirstAdmin(
  database: Database,
  /** Every permission of the installed plugins: there is nobody else yet who could hold them. */
  permissions: readonly string[],
): Promise<FirstAdmin | null> {
  if (await hasAdmins(database)) return null;
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const made = await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('komak.first_admin'))`.execute(transaction);
    if (await hasAdmins(transaction)) return false;
    // The names are data, to be changed on the page of roles like any other.
    await sql`
      with made as (
        insert into admin_roles (role, permissions, name_uz, name_ru)
        values ('super_admin', ${[...permissions]}, 'Bosh administrator', 'Главный администратор')
        returning id
      )
      insert into admins (login, password_hash, first_name, last_name, role_id, must_change_password)
      select ${login}, ${passwordHash}, 'Bosh', 'Administrator', id, true from made`.execute(transaction);
    return true;
  });
  return made ? { login, password } : null;
}

async function hasAdmins(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from admins) as found`.execute(
    database,
  );
  return rows[0]?.found ?? false;
}

/** Four groups of five: 99 bits, and short enough to type. */
function randomPassword(): string {
  return Array.from({ length: 4 }, randomGroup).join('-');
}

function randomGroup(): string {
  return Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
