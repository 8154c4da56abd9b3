import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { retry } from '../../concurrency/retry.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { DatabaseUser } from './privileges.ts';

/** Options for launching PostgreSQL. */
export interface Launch {
  readonly postgres: string;
  readonly directory: string;
  readonly socketDirectory: string;
  /** The file to which it logs from the beginning. */
  readonly logFile: string;
  readonly as: DatabaseUser;
  readonly options: EmbeddedOptions;
  readonly connection: DatabaseConnection;
}

/** Recovery after a power cut may take long. */
const maxStartMs = 60_000;

/** Starts PostgreSQL, waits until it accepts connections, and returns its process id. */
export async function launch(given: Launch): Promise<number> {
  const child = start(given);
  await ready({ ...given.connection, database: 'postgres' }, child, given.logFile);
  child.unref();
  return child.pid as number;
}

/** Chooses a folder for the socket, whose path is limited to 107 bytes. */
export async function chooseSocketDirectory(directory: string, as: DatabaseUser): Promise<string> {
  if (Buffer.byteLength(directory) < 85) return directory;
  const short = await mkdtemp(join(tmpdir(), 'komak-'));
  await as.own(short);
  return short;
}

function start({ postgres, directory, socketDirectory, logFile, as, options }: Launch): ChildProcess {
  const [file, args, spawnOptions] = as.command(postgres, [
    '-D',
    directory,
    ...settings(socketDirectory, options).flatMap((setting) => ['-c', setting]),
  ]);
  const log = openSync(logFile, 'w', 0o600);
  // Detached, so that Ctrl-C in a terminal reaches only this process, which stops PostgreSQL last.
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
    // Results are small: a parallel plan costs more than it saves, and needs /dev/shm, which is small in containers.
    'max_parallel_workers_per_gather=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    // Statements contain personal data.
    'log_min_error_statement=panic',
  ];
}

/** Whether a connection failed because PostgreSQL is starting, stopping or absent. */
export function isStartingOrStopping(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return (
    /^(57P0\d|ENOENT|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) || message.includes('Connection terminated')
  );
}

/** Waits until PostgreSQL accepts connections. */
async function ready(connection: DatabaseConnection, child: ChildProcess, log: string): Promise<void> {
  const ended = new AbortController();
  child.on('error', ({ message }) => ended.abort(message));
  child.on('exit', (code, signal) => ended.abort(`it ended with ${code ?? signal}`));
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(maxStartMs)]);
  try {
    await retry(() => connectOnce(connection), { delayMs: 15, signal, shouldRetry: isStartingOrStopping });
  } catch (error) {
    if (signal.aborted) {
      const text = await readFile(log, 'utf8').catch(() => '');
      const reason = ended.signal.aborted ? String(ended.signal.reason) : 'it did not respond for a minute';
      throw new StartupError(`PostgreSQL did not start: ${lastMeaningfulLine(text) || reason}.`, {
        cause: error,
      });
    }
    child.kill('SIGINT');
    throw new StartupError(
      `PostgreSQL rejects its password (${(error as Error).message}); the file postgres.password beside it must be the one from its creation.`,
      { cause: error },
    );
  }
}

async function connectOnce(connection: DatabaseConnection): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  await client.end();
}

/** Creates a data directory, completely or not at all. */
export async function initialise(
  directory: string,
  given: { initdb: string; user: string; password: string; as: DatabaseUser; durable: boolean },
): Promise<void> {
  const { initdb, user, password, as, durable } = given;
  // Created under another name and renamed, so that a kill halfway leaves nothing that looks like a database.
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
    // A builtin collation is the same on every system, so that system upgrades cannot break indexes.
    const [file, args, spawnOptions] = as.command(initdb, [
      `--pgdata=${fresh}`,
      `--username=${user}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(!durable ? ['--no-sync'] : []),
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
    throw new StartupError(`PostgreSQL could not create its directory: ${lastMeaningfulLine(output)}.`);
  }
}

/** The last line of a PostgreSQL log that says why it ended. */
export function lastMeaningfulLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.findLast((line) => /FATAL|error/i.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*?(FATAL|error): */i, '').replace(/\.$/, '');
}

/** The connection parameters of one database over a socket. */
export interface DatabaseConnection {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** Options of the embedded PostgreSQL. */
export interface EmbeddedOptions {
  /** False only in tests: a power cut may lose committed data. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
}
