import type { Pool } from 'pg';
import { StartupError } from '../../config/startup-error.ts';

/** Checks that connections have what they ask for when they are made; a pooler may drop it. Throws a {@link StartupError}. */
export async function requireSettings(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ zone: string; statement: string; version: number }>(
    `select current_setting('TimeZone') zone, current_setting('statement_timeout') statement,
       current_setting('server_version_num')::int version`,
  );
  const { zone = '', statement = '', version = 0 } = rows[0] ?? {};
  if (version < 150_000) {
    throw new StartupError('The database is older than PostgreSQL 15; set DATABASE_URL to a newer one.');
  }
  if (zone === 'UTC' && statement === '15s') return;
  throw new StartupError(
    `Connections to the database do not get the settings that they ask for (timezone is "${zone}", statement_timeout "${statement}"), so a pooler drops them; give them to the role instead: alter role … set timezone = 'UTC'; alter role … set statement_timeout = '15s'; alter role … set lock_timeout = '8s'; alter role … set idle_in_transaction_session_timeout = '30s'.`,
  );
}

/** What to do about a connection that was refused, where that is known; it goes behind the reason. */
export function adviceFor(reason: string): string {
  return /unsupported startup parameter/i.test(reason)
    ? '; a pooler refuses the settings of a connection: name statement_timeout, lock_timeout, idle_in_transaction_session_timeout and options in its ignore_startup_parameters, and give them to the role'
    : '';
}
