import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { acquireSeedLock } from '#kernel/server/installation/seed-lock.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { startEmbedded } from '#kernel/server/database/embedded/embedded.ts';
import { migrate, type MigrationSet } from '#kernel/server/database/migrations/migrate.ts';
import type { DataWall } from '#kernel/server/database/pool/data-wall.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import type { Statements } from '#kernel/server/database/pool/statements.ts';
import { createNotifications, type Notifications } from '#kernel/server/database/notifications/listen.ts';
import { requireNotifications } from '#kernel/server/database/notifications/require-notifications.ts';

/** The database of a server, embedded or external, with the kernel's tables migrated. */
export interface ServerDatabase extends OpenDatabase {
  /** Whether several nodes may use it at once. */
  readonly shared: boolean;
  readonly notifications: Notifications;
  /** Releases the nodes that wait until an empty database is seeded. */
  releaseSeedLock(): Promise<void>;
}

/** The kernel's migrations; each folder has its own record of applied migrations. */
export const kernelMigrations: readonly MigrationSet[] = [
  { plugin: 'kernel', folder: new URL('../../../server/database/migrations/sql/', import.meta.url) },
  { plugin: 'kernel.auth', folder: new URL('../../../identity/server/migrations/', import.meta.url) },
  { plugin: 'kernel.files', folder: new URL('../../../server/storage/migrations/', import.meta.url) },
  { plugin: 'kernel.realtime', folder: new URL('../../../server/realtime/migrations/', import.meta.url) },
  {
    plugin: 'kernel.switchboard',
    folder: new URL('../../../server/plugins/state/migrations/', import.meta.url),
  },
  { plugin: 'kernel.erasures', folder: new URL('../../../server/erasure/migrations/', import.meta.url) },
  { plugin: 'kernel.artefacts', folder: new URL('../../../server/artefacts/migrations/', import.meta.url) },
  { plugin: 'kernel.backup', folder: new URL('../../../server/backup/migrations/', import.meta.url) },
];

/** Opens the database, starts the embedded PostgreSQL if no address is given, and migrates the kernel's tables. */
export async function startDatabase(options: {
  databaseUrl: string | null;
  /** The direct address of the database, if `databaseUrl` leads to a pooler. */
  directUrl?: string | null;
  data: string;
  log: Logger;
  wall?: DataWall | null;
  statements?: Statements | null;
}): Promise<ServerDatabase> {
  await requireWritableFolder(options.data);
  const embedded = options.databaseUrl === null ? await startEmbedded(options.data) : null;
  if (embedded?.adopted) options.log.info('using the PostgreSQL that a killed server left running');
  const opened = openDatabase(
    embedded ? embedded.connection : { connectionString: options.databaseUrl ?? '' },
    {
      directUrl: options.directUrl || null,
      wall: options.wall ?? null,
      statements: options.statements ?? null,
      onBreak: (error) => options.log.warn({ err: error }, 'a connection to the database broke'),
    },
  );
  const notifications = createNotifications(opened.pool, options.log);
  let releaseSeedLock = async () => {};
  async function close(): Promise<void> {
    await releaseSeedLock();
    await opened.close();
    await embedded?.stop();
  }
  try {
    await assertReachable(opened.pool);
    // Checked before any advisory lock is taken: a pooler would hold it after this process has ended.
    await requireNotifications(opened.pool, notifications);
    releaseSeedLock = await acquireSeedLock(opened.pool, options.log);
    await migrate(opened.pool, kernelMigrations);
    return { ...opened, notifications, shared: !embedded, releaseSeedLock, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function assertReachable(pool: pg.Pool): Promise<void> {
  try {
    await requireSettings(pool);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = reasonOf(error);
    throw new StartupError(`The database at DATABASE_URL does not respond: ${reason}${adviceFor(reason)}.`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
  return inner.message || (inner as NodeJS.ErrnoException).code || 'unknown';
}

/**
 * Checks that connections have the settings requested at connect, which a pooler may drop. Throws a {@link
 * StartupError}.
 */
async function requireSettings(pool: pg.Pool): Promise<void> {
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
    `Connections to the database do not get the settings that they request (timezone is "${zone}", statement_timeout "${statement}"), so a pooler drops them; set them for the role instead: alter role … set timezone = 'UTC'; alter role … set statement_timeout = '15s'; alter role … set lock_timeout = '8s'; alter role … set idle_in_transaction_session_timeout = '30s'.`,
  );
}

/** Advice on a refused connection, or an empty string; it follows the reason. */
function adviceFor(reason: string): string {
  return /unsupported startup parameter/i.test(reason)
    ? '; a pooler rejects the settings of a connection: add statement_timeout, lock_timeout, idle_in_transaction_session_timeout and options to its ignore_startup_parameters, and set them for the role'
    : '';
}

/** Creates a folder and its parents; throws a {@link StartupError} if it is not writable. */
export async function requireWritableFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written to (${(error as NodeJS.ErrnoException).code ?? 'unknown'}); set KOMAK_DATA to a folder that you can write to.`,
      { cause: error },
    );
  }
}

/** Creates one level at a time: recursive `mkdir` never returns on some file systems. */
async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error('it is a file'), { code: 'ENOTDIR' });
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder);
}
