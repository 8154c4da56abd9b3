import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { findRunningDatabase } from '#kernel/server/database/embedded/embedded.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { createLogger } from '../boot/logger.ts';
import { startDatabase } from '../boot/start-database.ts';

/**
 * Opens the database for a command: `DATABASE_URL`, or the embedded one, which is started if no server runs it. Null if
 * there is no embedded database; a command never creates one.
 */
export async function openForCommand({
  databaseUrl,
  directUrl,
  data,
}: Environment): Promise<OpenDatabase | null> {
  if (databaseUrl !== null) {
    return checked(openDatabase({ connectionString: databaseUrl }, { max: 2, directUrl }));
  }
  const running = await findRunningDatabase(data);
  if (running) return checked(openDatabase(running, { max: 2 }));
  if (!existsSync(join(data, 'postgres', 'PG_VERSION'))) return null;
  return startDatabase({ databaseUrl: null, data, log: createLogger('warn') });
}

async function checked(opened: OpenDatabase): Promise<OpenDatabase> {
  try {
    const { rows } = await opened.pool.query<{ there: boolean }>(
      `select to_regclass('plugin_states') is not null there`,
    );
    if (rows[0]?.there) return opened;
  } catch (error) {
    await opened.close();
    throw new StartupError(`The database does not respond: ${(error as Error).message}.`, { cause: error });
  }
  await opened.close();
  throw new StartupError('The database is of an older version, or empty; start the server once.');
}
