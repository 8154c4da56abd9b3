import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import type { DatabaseConnection, EmbeddedOptions } from '../pool/connection.ts';
import { lastTellingLine } from './postgres-log.ts';
import type { DatabaseUser } from './privileges.ts';

/** What a PostgreSQL is launched with. */
export interface Launch {
  readonly postgres: string;
  readonly directory: string;
  readonly socketDirectory: string;
  /** File that it writes its log to, from the beginning. */
  readonly logFile: string;
  readonly as: DatabaseUser;
  readonly options: EmbeddedOptions;
  readonly connection: DatabaseConnection;
}

/** Starts PostgreSQL and waits until it answers; gives its process id. */
export async function launch(given: Launch): Promise<number> {
  const child = start(given);
  await ready({ ...given.connection, database: 'postgres' }, child, given.logFile);
  child.unref();
  return child.pid as number;
}

/** A socket's path may have 107 bytes at most. */
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

/** Whether a connection failed because PostgreSQL is starting, stopping, or not there; another fault stays. */
export function isComingOrGoing(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return (
    /^(57P0\d|ENOENT|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) || message.includes('Connection terminated')
  );
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
    } catch (error) {
      if (!isComingOrGoing(error)) {
        child.kill('SIGINT');
        throw new StartupError(
          `PostgreSQL refuses its own password (${(error as Error).message}); the file postgres.password beside it must be the one it was made with.`,
          { cause: error },
        );
      }
      await sleep(15);
    }
  }
  const text = await readFile(log, 'utf8').catch(() => '');
  throw new StartupError(
    `PostgreSQL did not start: ${lastTellingLine(text) || ended.reason || 'it did not answer for a minute'}.`,
  );
}
