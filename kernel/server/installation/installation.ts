import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The code of PostgreSQL for a table that is not there. */
const undefinedTable = '42P01';

/** The stored state of the installation: `filling` is left by a demonstration that was interrupted. */
export type SeedState = 'empty' | 'filling' | 'filled';

/** Whether the database has been filled; `empty` too when its tables are not there yet. */
export async function readSeedState(pool: pg.Pool): Promise<SeedState> {
  const { rows: tables } = await pool.query<{ there: boolean }>(
    `select to_regclass('installation') is not null there`,
  );
  if (!tables[0]?.there) return 'empty';
  try {
    const { rows } = await pool.query<{ value: SeedState }>(
      `select value from installation where key = 'fill'`,
    );
    return rows[0]?.value ?? 'empty';
  } catch (error) {
    // Another node that makes the demonstration again has dropped the table since.
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return 'empty';
    throw error;
  }
}

/** Notes how far the filling is. */
export async function writeSeedState(pool: pg.Pool, state: SeedState): Promise<void> {
  await pool.query(
    `insert into installation (key, value) values ('fill', $1) on conflict (key) do update set value = excluded.value`,
    [state],
  );
}

/** Whether the database was filled for a demonstration. */
export async function readIsDemo(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from installation where key = 'demo'`);
  return rowCount === 1;
}

/** Notes that the database was filled for a demonstration. */
export async function writeIsDemo(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into installation (key, value) values ('demo', 'true') on conflict do nothing`);
}

/** The secret that signs addresses, the same on every node; made by the first that asks. */
export async function readSecret(pool: pg.Pool): Promise<string> {
  await pool.query(`insert into installation (key, value) values ('secret', $1) on conflict do nothing`, [
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await pool.query<{ value: string }>(`select value from installation where key = 'secret'`);
  return rows[0]?.value ?? '';
}
