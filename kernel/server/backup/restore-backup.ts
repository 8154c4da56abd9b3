import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { verifyAudit } from '../audit/verify-audit.ts';
import { StartupError } from '../config/startup-error.ts';
import { createMigrationsTable, readMigrations, type MigrationSet } from '../database/migrations/migrate.ts';
import type { DatabasePool } from '../database/pool/pool.ts';
import type { Journal, JournalEntry } from '../erasure/journal.ts';
import type { Blobs } from '../storage/blobs.ts';
import { createVault } from '../installation/vault.ts';
import {
  columnsOf,
  connectWithoutLimits,
  quoteIdentifier,
  readForeignKeys,
  readSequences,
  readTables,
  readTransientTables,
} from './catalog.ts';
import type { BackupBytes } from './backup-bytes.ts';
import type { BackupManifest } from './manifest.ts';
import { checkBackup, drain, PartVerifier, readBackup } from './read-backup.ts';

/** The backup to restore, and its target. */
export interface RestoreOptions {
  readonly backup: BackupBytes;
  readonly key: string | null;
  readonly pool: DatabasePool;
  readonly blobs: Blobs;
  /** The migrations of the kernel and of every installed plugin, in order. */
  readonly migrations: readonly MigrationSet[];
  /** `KOMAK_KEY`, with which the end of the audit log may be signed. */
  readonly environmentKey: string | null;
  /** Whether a database that is not empty may be replaced. */
  readonly replace: boolean;
  readonly report: (line: string) => void;
  /** The erasure journal outside of the database, by which restored citizens are erased again. */
  readonly journal?: Pick<Journal, 'note'>;
}

/**
 * Restores a backup. It is first read completely and compared with its checksums; then the database is replaced in one
 * transaction, so that any failure leaves it unchanged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { backup, key, pool, report } = options;
  const complete = await checkBackup(backup, key);
  report(`The backup of ${complete.createdAt} is complete: ${complete.parts.length} parts.`);
  const sql = await migrationsOf(complete, options.migrations);
  const client = await connectWithoutLimits(pool);
  try {
    await requireFree(client, options.replace);
    if (options.journal) await addErasuresToJournal(client, options.journal);
    await client.query('begin');
    const replaced = await readReplaced(client);
    await makeSchema(client, sql);
    const manifest = withoutRowsOf(await readTransientTables(client), complete);
    await fillTables(client, manifest, options);
    await skipUsedIds(client, replaced);
    await client.query('commit');
    await client.query('analyze');
    return manifest;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The backup was not restored, and nothing was changed: ${(error as Error).message}.`,
      {
        cause: error,
      },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** The manifest as it is restored: older backups have rows of tables that are empty after a restore. */
function withoutRowsOf(transient: ReadonlySet<string>, manifest: BackupManifest): BackupManifest {
  const tables = manifest.tables.map(({ name, columns, ...content }) =>
    transient.has(name) ? { name, columns, rows: null } : { name, columns, ...content },
  );
  return { ...manifest, tables };
}

/** Adds to the journal those erasures in the replaced database that its servers may not have added yet. */
async function addErasuresToJournal(client: pg.Client, journal: Pick<Journal, 'note'>): Promise<void> {
  const { rows: tables } = await client.query<{ is_present: boolean }>(
    `select to_regclass('erasures') is not null as is_present`,
  );
  if (tables[0]?.is_present !== true) return;
  const { rows } = await client.query<JournalEntry>(
    `select id, subjects, digests, counts, to_json(erased_at) #>> '{}' as "erasedAt" from erasures where noted_at is null`,
  );
  for (const entry of rows) await journal.note(entry);
}

/** The installation whose database is replaced. */
interface ReplacedInstallation {
  readonly secret: string;
  /** The last value that each sequence gave out. */
  readonly sequences: ReadonlyMap<string, string | null>;
}

/** Null for an empty database. */
async function readReplaced(client: pg.Client): Promise<ReplacedInstallation | null> {
  const { rows } = await client.query<{ is_present: boolean }>(
    `select to_regclass('installation') is not null as is_present`,
  );
  if (rows[0]?.is_present !== true) return null;
  const sequences = await readSequences(client);
  return {
    secret: await readSecret(client),
    sequences: new Map(sequences.map(({ name, lastValue }) => [name, lastValue])),
  };
}

async function readSecret(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ value: string }>(
    `select value from installation where key = 'secret'`,
  );
  return rows[0]?.value ?? '';
}

/**
 * Advances the sequences beyond the ids that the same installation has given out since the backup: citizens, sites and
 * letters know them as numbers of other records.
 */
async function skipUsedIds(client: pg.Client, replaced: ReplacedInstallation | null): Promise<void> {
  if (!replaced || replaced.secret !== (await readSecret(client))) return;
  for (const { name, lastValue } of await readSequences(client)) {
    const used = replaced.sequences.get(name) ?? null;
    if (used === null || BigInt(used) <= BigInt(lastValue ?? 0)) continue;
    await client.query('select setval($1::regclass, $2)', [quoteIdentifier(name), used]);
  }
}

/** The SQL of every migration in the backup, in our order; throws if this version lacks one. */
async function migrationsOf(manifest: BackupManifest, sets: readonly MigrationSet[]): Promise<string[]> {
  const expected = new Map(manifest.migrations.map((one) => [`${one.plugin}/${one.name}`, one.checksum]));
  const found: string[] = [];
  for (const set of sets) {
    for (const { name, sql, checksum } of await readMigrations(set)) {
      const id = `${set.plugin}/${name}`;
      const known = expected.get(id);
      if (known === undefined) continue;
      if (known !== checksum) {
        throw new StartupError(`The migration ${id} differs from the one at the time of the backup.`);
      }
      expected.delete(id);
      found.push(sql);
    }
  }
  // Migrations of external plugins are in the backup, in the order in which they were applied.
  for (const { plugin, name, sql } of manifest.migrations) {
    if (sql && expected.delete(`${plugin}/${name}`)) found.push(sql);
  }
  const [missing] = expected.keys();
  if (missing !== undefined) {
    throw new StartupError(
      `The backup is of a newer version, or of other plugins: the migration ${missing} is not installed here.`,
    );
  }
  return found;
}

async function requireFree(client: pg.Client, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name = 'komak'`,
  );
  if ((rows[0]?.others ?? 0) > 0) {
    throw new StartupError('A Ko‘mak server is running on this database; stop every node, then restore.');
  }
  if (!replace && (await readTables(client)).length > 0) {
    throw new StartupError('The database is not empty. Use --replace to replace all its data.');
  }
}

async function makeSchema(client: pg.Client, migrations: readonly string[]): Promise<void> {
  await client.query(
    `drop schema if exists public cascade; create schema public; set local search_path = public`,
  );
  await client.query(createMigrationsTable);
  for (const sql of migrations) await client.query(sql);
}

async function fillTables(
  client: pg.Client,
  manifest: BackupManifest,
  { backup, key, blobs, report, environmentKey }: RestoreOptions,
): Promise<void> {
  const tables = await readTables(client);
  const shapes = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].toSorted()]));
  if (shapes(tables) !== shapes(manifest.tables)) {
    throw new StartupError('The tables of the backup are not those of its migrations.');
  }
  const keys = await readForeignKeys(client);
  // Rows are restored in the order of tables, not of references; triggers would count and reject rows that are already
  // counted.
  for (const { table, name } of keys) {
    await client.query(`alter table ${quoteIdentifier(table)} drop constraint ${quoteIdentifier(name)}`);
  }
  for (const { name } of tables)
    await client.query(`alter table ${quoteIdentifier(name)} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')}`);
  await restoreContents(client, manifest, { backup, key, blobs, report });
  for (const { name, rows } of manifest.tables) {
    const counted = await client.query<{ count: number }>(
      `select count(*)::int as count from ${quoteIdentifier(name)}`,
    );
    if (counted.rows[0]?.count !== (rows ?? 0)) {
      throw new StartupError(`The table ${name} was not restored completely.`);
    }
  }
  for (const { name, lastValue } of manifest.sequences) {
    if (lastValue !== null)
      await client.query('select setval($1::regclass, $2)', [quoteIdentifier(name), lastValue]);
  }
  for (const { table, name, definition } of keys) {
    await client.query(
      `alter table ${quoteIdentifier(table)} add constraint ${quoteIdentifier(name)} ${definition}`,
    );
  }
  for (const { name } of tables)
    await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`);
  const vault = createVault(await readSecret(client), environmentKey);
  const { sealed, problem } = await verifyAudit(client, vault);
  report(
    problem === null
      ? `The audit log is unchanged: ${sealed} entries are sealed.`
      : `WARNING: the audit log had been changed before the backup: ${problem}.`,
  );
}

/** Reads the backup again and restores each part; a change since the first reading is found before the commit. */
async function restoreContents(
  client: pg.Client,
  manifest: BackupManifest,
  { backup, key, blobs, report }: Pick<RestoreOptions, 'backup' | 'key' | 'blobs' | 'report'>,
): Promise<void> {
  const verifier = new PartVerifier();
  const shapes = new Map(manifest.tables.map((table) => [table.name, table]));
  const digests = new Map(manifest.parts.map((part) => [part.name, part.sha256]));
  let files = 0;
  for await (const entry of readBackup(backup, key)) {
    const content = verifier.note(entry);
    const [kind, name = ''] = entry.name.split('/');
    const shape = kind === 'tables' ? shapes.get(name) : undefined;
    if (shape && shape.rows !== null) {
      const into = client.query(copyFrom(`copy ${quoteIdentifier(name)} ${columnsOf(shape)} from stdin`));
      await pipeline(Readable.from(content), into);
    } else if (kind === 'files') {
      await storeFile(blobs, { storedName: name, sha256: digests.get(entry.name) ?? '' }, content);
      files++;
      if (files % 500 === 0) report(`files: ${files}`);
    } else await drain(content);
  }
  verifier.finish();
  report(`files: ${files}`);
}

/** Restores a file under its former name; existing bytes are the same, since names are never reused. */
async function storeFile(
  blobs: Blobs,
  { storedName, sha256 }: { storedName: string; sha256: string },
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const path = await blobs.newPath();
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await blobs.upload(path, sha256, storedName);
  } finally {
    await rm(path, { force: true });
  }
}
