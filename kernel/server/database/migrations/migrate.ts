import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { retry } from '../../concurrency/retry.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { DatabasePool } from '../pool/pool.ts';

/** A folder of `NNN-name.sql` files with its own record of applied migrations. */
export interface MigrationSet {
  /** The owner of the migrations: `kernel`, `kernel.auth`, or a plugin's id. */
  readonly plugin: string;
  readonly folder: URL;
  /** The role that runs them, in tests. */
  readonly role?: string | null;
}

/** Makes nodes that start at the same time migrate one after the other. */
const migrationLock = 4_607_002;
/** Attempts at a migration that a running node blocks. */
const maxAttempts = 10;
const fileName = /^\d{3}-[a-z0-9-]+\.sql$/;

/**
 * The table of applied migrations. It contains the SQL of external plugins' migrations, which may be missing when a
 * backup is restored.
 */
export const createMigrationsTable = `
  create table if not exists komak_migrations (
    plugin text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now(),
    primary key (plugin, name)
  );
  alter table komak_migrations add column if not exists sql text`;

/** Applies pending migrations, set by set, each file in a transaction; returns the names of the applied ones. */
export async function migrate(pool: DatabasePool, sets: readonly MigrationSet[]): Promise<readonly string[]> {
  const client = pool.createDirectClient();
  // The failing statement throws the error.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = 0`);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(createMigrationsTable);
    const applied: string[] = [];
    for (const set of sets) {
      applied.push(...(await migrateSet(client, set).catch(advise)));
    }
    return applied;
  } finally {
    // Ending the connection releases its settings and the lock.
    await client.end().catch(() => {});
  }
}

/** Adds advice: only extensions may need more rights than our role has. */
function advise(error: Error): never {
  const name = /permission denied to create extension "(\w+)"/.exec(error.message)?.[1];
  if (name === undefined) throw error;
  throw new StartupError(
    `${error.message} Let an administrator of the database run once, in this database: create extension ${name};`,
    { cause: error },
  );
}

async function migrateSet(client: pg.Client, set: MigrationSet): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from komak_migrations where plugin = $1',
    [set.plugin],
  );
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const file of await readMigrations(set)) {
    const checksum = known.get(file.name);
    if (checksum === file.checksum) continue;
    if (checksum !== undefined) {
      throw new StartupError(
        `The migration ${set.plugin}/${file.name} was changed after it had been applied; restore it, and write a new file for the change.`,
      );
    }
    await applyOne(client, set, file);
    applied.push(`${set.plugin}/${file.name}`);
  }
  return applied;
}

async function applyOne(client: pg.Client, set: MigrationSet, file: Migration): Promise<void> {
  async function attempt(): Promise<void> {
    try {
      await tryOne(client, set, file);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  }
  try {
    await retry(attempt, { maxAttempts, delayMs: 0, shouldRetry: isDeadlock });
  } catch (error) {
    throw new StartupError(
      `The migration ${set.plugin}/${file.name} failed and was rolled back: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

async function tryOne(client: pg.Client, set: MigrationSet, file: Migration): Promise<void> {
  await client.query('begin');
  if (set.role) await client.query(`set local role ${client.escapeIdentifier(set.role)}`);
  await client.query(file.sql);
  if (set.role) await client.query('set local role none');
  await client.query('insert into komak_migrations (plugin, name, checksum) values ($1, $2, $3)', [
    set.plugin,
    file.name,
    file.checksum,
  ]);
  await client.query('commit');
}

/** Running nodes may lock the same tables in another order; then PostgreSQL ends one of the two transactions. */
function isDeadlock(error: unknown): boolean {
  return (error as { code?: string }).code === '40P01';
}

/** One file of a set. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Reads the files of a set, in the order of their names. */
export async function readMigrations(set: MigrationSet): Promise<Migration[]> {
  const folder = fileURLToPath(set.folder);
  const entries = await readdir(folder).catch(() => {
    throw new StartupError(`The folder of migrations ${folder} of ${set.plugin} does not exist.`);
  });
  const names = entries.filter((name) => name.endsWith('.sql')).toSorted();
  const wrong = names.find((name) => !fileName.test(name));
  if (wrong !== undefined) {
    throw new StartupError(`The migration ${set.plugin}/${wrong} must be named NNN-name.sql.`);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, `${set.folder.href.replace(/\/?$/, '/')}`), 'utf8');
      return { name, sql, checksum: checksumOf(sql) };
    }),
  );
}

/** The checksum of a migration. Line endings may differ between checkouts, so they are normalized. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}
