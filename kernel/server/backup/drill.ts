import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { StartupError } from '../config/startup-error.ts';
import type { MigrationSet } from '../database/migrations/migrate.ts';
import { openDatabase, type DatabasePool } from '../database/pool/pool.ts';
import { createVault } from '../installation/vault.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { BackupBytes } from './backup-bytes.ts';
import { digestOfTable, quoteIdentifier } from './catalog.ts';
import type { BackupManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

/** The options of a restore drill. */
export interface DrillOptions {
  readonly backup: BackupBytes;
  readonly key: string | null;
  /** The servers' database, with whose audit log the restored one is compared. */
  readonly pool: DatabasePool;
  /** Another PostgreSQL for the scratch database; null: the one of `pool`. */
  readonly drillUrl: string | null;
  /** Provides paths for files that are being read, one at a time; nothing is stored in it. */
  readonly blobs: Blobs;
  readonly migrations: readonly MigrationSet[];
  readonly environmentKey: string | null;
  readonly report: (line: string) => void;
}

/** The result of a restore drill; `problems` is empty if the backup was restored completely. */
export interface DrillResult {
  readonly backup: string;
  /** The time of the backup's data. */
  readonly createdAt: string;
  /** Seconds until the database was restored, then until everything was compared, and in total. */
  readonly restoreSeconds: number;
  readonly compareSeconds: number;
  readonly seconds: number;
  readonly tables: number;
  /** Tables whose rows were compared by digest, not only by number. */
  readonly digests: number;
  readonly rows: number;
  readonly files: number;
  readonly fileBytes: number;
  /** Entries of the audit log whose seals were verified. */
  readonly sealed: number;
  readonly problems: readonly string[];
}

/**
 * The prefix of scratch databases, followed by their creation time, so that the next drill can drop one that a killed
 * drill left behind.
 */
const scratchPrefix = 'komak_drill_';
const abandonedSeconds = dayMs / 1000;

/**
 * Restores a backup into a scratch database, compares its data with the backup, reports the duration, and drops the
 * database. The servers keep running, and their data are not changed.
 */
export async function runDrill(options: DrillOptions): Promise<DrillResult> {
  const admin = await connectForScratch(options);
  const name = `${scratchPrefix}${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`;
  try {
    await dropAbandoned(admin);
    await admin.query(`create database ${name} template template0`).catch(advise);
    const scratch = openDatabase(
      options.drillUrl === null
        ? options.pool.directConfig({ database: name })
        : { connectionString: options.drillUrl, database: name },
      { max: 2 },
    );
    try {
      return await restoreAndCompare(scratch.pool, options);
    } finally {
      await scratch.close();
    }
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`).catch(() => {});
    await admin.end().catch(() => {});
  }
}

async function restoreAndCompare(
  scratch: DatabasePool,
  { backup, key, pool, blobs, migrations, environmentKey, report }: DrillOptions,
): Promise<DrillResult> {
  const began = performance.now();
  const seen = new Map<string, { sha256: string; size: number }>();
  const manifest = await restoreBackup({
    backup,
    key,
    pool: scratch,
    blobs: noting(blobs, seen),
    migrations,
    environmentKey,
    replace: true,
    report,
  });
  const restored = performance.now();
  const client = await scratch.connect();
  // A large table takes longer than the limit for calls.
  await client.query('set statement_timeout = 0');
  try {
    const tables = await compareTables(client, manifest);
    const files = await compareFiles(client, seen, manifest);
    const audit = await compareAudit(client, { manifest, environmentKey, live: pool });
    const ended = performance.now();
    return {
      backup: backup.name,
      createdAt: manifest.createdAt,
      restoreSeconds: seconds(began, restored),
      compareSeconds: seconds(restored, ended),
      seconds: seconds(began, ended),
      ...tables.counts,
      ...files.counts,
      sealed: audit.sealed,
      problems: [...tables.problems, ...files.problems, ...audit.problems],
    };
  } finally {
    client.release();
  }
}

async function compareTables(client: pg.ClientBase, { tables }: BackupManifest) {
  const problems: string[] = [];
  let [rows, digests] = [0, 0];
  for (const table of tables) {
    const found = await digestOfTable(client, table);
    rows += found.rows;
    if (found.rows !== (table.rows ?? 0)) {
      problems.push(`the table ${table.name} has ${found.rows} rows instead of ${table.rows ?? 0}`);
    } else if (table.digest !== undefined) {
      digests++;
      if (found.digest !== table.digest) problems.push(`rows of the table ${table.name} were changed`);
    }
  }
  return { problems, counts: { tables: tables.length, digests, rows } };
}

/** Compares the rows of files with the files that came out of the backup. */
async function compareFiles(
  client: pg.ClientBase,
  seen: ReadonlyMap<string, { sha256: string; size: number }>,
  { troubles: damagedFiles }: BackupManifest,
) {
  const { rows } = await client.query<{ name: string; sha256: string; size: number }>(
    'select stored_name as name, sha256, size::float8 as size from files order by id',
  );
  const problems: string[] = [];
  let fileBytes = 0;
  const known = new Map(damagedFiles.map(({ storedName, trouble: problem }) => [storedName, problem]));
  for (const { name, sha256, size } of rows) {
    const found = seen.get(name);
    fileBytes += found?.size ?? 0;
    if (found?.sha256 === sha256 && found.size === size) continue;
    const problem = known.get(name);
    problems.push(
      problem === undefined
        ? `the file ${name} was changed`
        : `the file ${name} was already ${problem} at the time of the backup`,
    );
  }
  return { problems, counts: { files: rows.length, fileBytes } };
}

/** Verifies the seals of the restored log, and compares its end with the log of the running servers. */
async function compareAudit(
  client: pg.ClientBase,
  {
    manifest: { auditHead },
    environmentKey,
    live,
  }: { manifest: BackupManifest; environmentKey: string | null; live: pg.Pool },
) {
  const { rows } = await client.query<{ value: string }>(
    `select value from installation where key = 'secret'`,
  );
  const vault = createVault(rows[0]?.value ?? '', environmentKey);
  const { sealed, problem } = await verifyAudit(client, vault, auditHead);
  const problems = problem === null ? [] : [`the audit log was changed: ${problem}`];
  if (auditHead) {
    const { rows: there } = await live.query<{ hash: string }>(
      'select hash from audit_seals where seq = $1',
      [auditHead.seq],
    );
    if (there[0]?.hash !== auditHead.hash) {
      problems.push(
        `the seal ${auditHead.seq} of the backup is not in the audit log of the running servers: one of the two was changed`,
      );
    }
  }
  return { sealed, problems };
}

/** Accepts files like a store, reads them back, and records only their hashes and sizes. */
function noting(blobs: Blobs, seen: Map<string, { sha256: string; size: number }>): Blobs {
  return {
    ...blobs,
    async upload(path, _sha256, storedName = '') {
      const content = await readFile(path);
      seen.set(storedName, {
        sha256: createHash('sha256').update(content).digest('hex'),
        size: content.length,
      });
      return storedName;
    },
  };
}

async function connectForScratch({ pool, drillUrl }: DrillOptions): Promise<pg.Client> {
  const more = { application_name: 'komak-backup', statement_timeout: 0, lock_timeout: 0, pipeline: false };
  const client =
    drillUrl === null
      ? pool.createDirectClient(more)
      : new pg.Client({ ...more, connectionString: drillUrl, connectionTimeoutMillis: 10_000 });
  // The failing statement throws the error.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw new StartupError(`The database for drills does not respond: ${error.message}.`, { cause: error });
  });
  return client;
}

async function dropAbandoned(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ $1
       and extract(epoch from now()) - split_part(datname, '_', 3)::bigint > $2`,
    [`^${scratchPrefix}[0-9]{1,12}_[0-9a-f]{8}$`, abandonedSeconds],
  );
  // The databases of other owners, on a PostgreSQL that several installations share, must not be dropped.
  for (const { name } of rows) {
    await admin.query(`drop database if exists ${quoteIdentifier(name)} with (force)`).catch(() => {});
  }
}

function advise(error: Error & { code?: string }): never {
  if (error.code !== '42501') throw error;
  throw new StartupError(
    'The role may not create a database, which a drill needs: alter role … createdb; or set KOMAK_BACKUP_DRILL_URL to another PostgreSQL.',
    { cause: error },
  );
}

function seconds(from: number, to: number): number {
  return Math.round((to - from) / 10) / 100;
}
