import type pg from 'pg';
import type { Logger } from 'pino';
import { acquireSeedLock } from '../installation/seed-lock.ts';
import { StartupError } from '../config/startup-error.ts';
import { requireWritableFolder } from '../config/writable-folder.ts';
import { startEmbedded } from '../database/embedded/embedded.ts';
import { migrate, type MigrationSet } from '../database/migrations/migrate.ts';
import { openDatabase, type OpenDatabase } from '../database/pool/pool.ts';
import { createNotifications, type Notifications } from '../database/notifications/listen.ts';
import { requireNotifications } from '../database/notifications/require-notifications.ts';
import { adviceFor, requireSettings } from '../database/pool/require-settings.ts';

/** The database of a server, its own or another's, with the kernel's tables in it. */
export interface ServerDatabase extends OpenDatabase {
  /** True where several nodes may use it at once. */
  readonly shared: boolean;
  readonly notifications: Notifications;
  /** Lets other nodes go on, which wait until an empty database is seeded. */
  releaseSeedLock(): Promise<void>;
}

/** The kernel's migrations, each folder with a ledger of its own. */
export const kernelMigrations: readonly MigrationSet[] = [
  { plugin: 'kernel', folder: new URL('../database/migrations/sql/', import.meta.url) },
  { plugin: 'kernel.auth', folder: new URL('../../identity/server/migrations/', import.meta.url) },
  { plugin: 'kernel.files', folder: new URL('../storage/migrations/', import.meta.url) },
  { plugin: 'kernel.realtime', folder: new URL('../realtime/migrations/', import.meta.url) },
  { plugin: 'kernel.switchboard', folder: new URL('../plugins/state/migrations/', import.meta.url) },
];

/** Opens the database, starting our own PostgreSQL where no address is given, and migrates the kernel's tables. */
export async function startDatabase(options: {
  databaseUrl: string | null;
  /** Where a pooler stands before the database: the address behind it. */
  directUrl?: string | null;
  data: string;
  log: Logger;
}): Promise<ServerDatabase> {
  await requireWritableFolder(options.data);
  const embedded = options.databaseUrl === null ? await startEmbedded(options.data) : null;
  if (embedded?.adopted) options.log.info('went on with the PostgreSQL that a killed server had left');
  const opened = openDatabase(
    embedded ? embedded.connection : { connectionString: options.databaseUrl ?? '' },
    {
      directUrl: options.directUrl || null,
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
    // Before anything takes a lock, which a pooler would keep when we are gone.
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
    throw new StartupError(`The database at DATABASE_URL does not answer: ${reason}${adviceFor(reason)}.`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as Error) : (error as Error);
  return inner.message || (inner as NodeJS.ErrnoException).code || 'unknown';
}
