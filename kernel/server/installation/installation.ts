import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** PostgreSQL's error code for a missing table. */
const undefinedTable = '42P01';

/** The stored seed state of the installation; `filling` remains after an interrupted demonstration. */
export type SeedState = 'empty' | 'filling' | 'filled';

/** Reads whether the database is seeded; `empty` if its tables do not exist yet. */
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
    // Another node, which seeds the demonstration again, has dropped the table since.
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return 'empty';
    throw error;
  }
}

/** Stores the seed state. */
export async function writeSeedState(pool: pg.Pool, state: SeedState): Promise<void> {
  await pool.query(
    `insert into installation (key, value) values ('fill', $1) on conflict (key) do update set value = excluded.value`,
    [state],
  );
}

/** Whether the database was seeded for a demonstration. */
export async function readIsDemo(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from installation where key = 'demo'`);
  return rowCount === 1;
}

/** Records that the database was seeded for a demonstration. */
export async function writeIsDemo(pool: pg.Pool): Promise<void> {
  await pool.query(`insert into installation (key, value) values ('demo', 'true') on conflict do nothing`);
}

/** The secret that signs addresses, the same on every node; created on first use. */
export async function readSecret(pool: pg.Pool): Promise<string> {
  await pool.query(`insert into installation (key, value) values ('secret', $1) on conflict do nothing`, [
    randomBytes(32).toString('base64url'),
  ]);
  const { rows } = await pool.query<{ value: string }>(`select value from installation where key = 'secret'`);
  return rows[0]?.value ?? '';
}
