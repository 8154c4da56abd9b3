import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { retry } from '#kernel/server/concurrency/retry.ts';
import { findBinaries } from '#kernel/server/database/embedded/embedded.ts';
import { initialise } from '#kernel/server/database/embedded/launch.ts';
import { databaseUser } from '#kernel/server/database/embedded/privileges.ts';

const user = 'komak';
const password = 'a-password-of-tests';

/** A PostgreSQL on its own port, with its own data folder, that tests kill, copy and promote. */
export interface PostgresProcess {
  readonly folder: string;
  readonly port: number;
  /** The address of a database in it. */
  url(database?: string): string;
  /** Starts it, and waits until it responds. */
  start(): Promise<void>;
  /** Ends it as the loss of its machine would. */
  kill(): Promise<void>;
  /** Suspends it with its connections open, like a hanging machine; it continues after {@link thaw}. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
  query<Row extends object>(text: string, database?: string): Promise<Row[]>;
  /** A base backup of the running database, as another process that is not started yet. */
  copy(settings: readonly string[]): Promise<PostgresProcess>;
  /** Makes it follow another one, or read an archive, at its next start: writes a signal file and settings. */
  recover(signal: 'standby' | 'recovery', settings: readonly string[]): Promise<void>;
}

/** Several PostgreSQL servers of one test. */
export interface PostgresGroup {
  readonly root: string;
  /** Creates a data folder; the server is not started yet. */
  create(settings: readonly string[]): Promise<PostgresProcess>;
  /** A folder that PostgreSQL may write to, such as an archive of WAL. */
  makeFolder(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** The `primary_conninfo` with which a standby reaches another PostgreSQL. */
export function conninfo({ port }: PostgresProcess, name: string): string {
  return `host=127.0.0.1 port=${port} user=${user} password=${password} application_name=${name}`;
}

/** Starts a synchronous standby of a running PostgreSQL, which then confirms no commit without it. */
export async function startSynchronousStandby(of: PostgresProcess): Promise<PostgresProcess> {
  await of.query('alter system reset synchronous_standby_names', 'postgres');
  await of.query('select pg_reload_conf()', 'postgres');
  const copy = await of.copy([]);
  await copy.recover('standby', [`primary_conninfo = '${conninfo(of, 'other')}'`]);
  await copy.start();
  await of.query(`alter system set synchronous_standby_names = 'other'`, 'postgres');
  await of.query('select pg_reload_conf()', 'postgres');
  const state = `select sync_state as state from pg_stat_replication where application_name = 'other'`;
  await retry(
    async () => {
      const [row] = await of.query<{ state: string }>(state, 'postgres');
      if (row?.state !== 'sync') throw new Error('The standby does not follow yet');
    },
    { delayMs: 50, maxDelayMs: 50, signal: AbortSignal.timeout(30_000) },
  );
  return copy;
}

/**
 * Creates a group in a temporary folder. Over 60 lines: its processes share the folder, user and counter.
 */
export async function createPostgresGroup(): Promise<PostgresGroup> {
  const root = await mkdtemp(join(tmpdir(), 'komak-cluster-'));
  const { postgres, initdb } = await findBinaries();
  const as = databaseUser([postgres]);
  await as.own(root);
  const processes: PostgresProcess[] = [];
  let count = 0;

  // Over 60 lines: one object, whose short methods share the process.
  async function processOn(folder: string, settings: readonly string[]): Promise<PostgresProcess> {
    const port = await freePort();
    const lines = [
      `port = ${port}`,
      `listen_addresses = '127.0.0.1'`,
      `unix_socket_directories = ''`,
      'max_connections = 100',
      `timezone = 'UTC'`,
      'shared_buffers = 64MB',
      ...settings,
    ];
    await appendFile(join(folder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
    let child: ChildProcess | null = null;
    const self: PostgresProcess = {
      folder,
      port,
      url: (database = 'komak') => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
      async start() {
        const [file, args, options] = as.command(postgres, ['-D', folder]);
        let log = '';
        child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
        child.stderr?.setEncoding('utf8').on('data', (text: string) => (log = `${log}${text}`.slice(-4000)));
        const ended = once(child, 'exit').then(() => {
          throw new Error(`PostgreSQL ended: ${log}`);
        });
        ended.catch(() => {});
        const ready = retry(() => self.query('select 1', 'postgres'), {
          delayMs: 50,
          signal: AbortSignal.timeout(60_000),
        });
        await Promise.race([ready, ended]);
      },
      async kill() {
        if (!child || child.exitCode !== null) return;
        child.kill('SIGKILL');
        if (child.signalCode === null) await once(child, 'exit');
      },
      freeze: () => signalAll(child, 'SIGSTOP'),
      thaw: () => signalAll(child, 'SIGCONT'),
      async stop() {
        if (!child || child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGINT');
        await once(child, 'exit');
      },
      async query<Row extends object>(text: string, database = 'komak') {
        const client = new pg.Client({ connectionString: self.url(database) });
        client.on('error', () => {});
        await client.connect();
        try {
          return (await client.query<Row>(text)).rows;
        } finally {
          await client.end();
        }
      },
      async copy(more) {
        const target = join(root, `data-${count++}`);
        const client = new pg.Client({ connectionString: self.url('postgres') });
        await client.connect();
        await client.query(`select pg_backup_start('copy', true)`);
        // Files may change during the copy; WAL replay repairs that.
        execFileSync('cp', ['-a', folder, target]);
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
        await client.end();
        for (const name of ['postmaster.pid', 'postmaster.opts'])
          await rm(join(target, name), { force: true });
        await rm(join(target, 'pg_wal'), { recursive: true, force: true });
        await own(join(target, 'pg_wal'));
        const label = join(target, 'backup_label');
        await writeFile(label, rows[0]?.labelfile ?? '');
        await as.own(label);
        return processOn(target, more);
      },
      async recover(signal, more) {
        await appendFile(join(folder, 'postgresql.auto.conf'), `${more.join('\n')}\n`);
        await writeFile(join(folder, `${signal}.signal`), '');
        await as.own(join(folder, `${signal}.signal`));
      },
    };
    processes.push(self);
    return self;
  }

  async function own(path: string): Promise<void> {
    await mkdir(path, { mode: 0o700 });
    await as.own(path);
  }

  return {
    root,
    async create(settings) {
      const folder = join(root, `data-${count++}`);
      await initialise(folder, { initdb, user, password, as, durable: true });
      return processOn(folder, settings);
    },
    async makeFolder(name) {
      await own(join(root, name));
      return join(root, name);
    },
    async remove() {
      await Promise.all(processes.map((one) => one.kill()));
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Signals a PostgreSQL and the processes of its connections. */
function signalAll(child: ChildProcess | null, signal: 'SIGSTOP' | 'SIGCONT'): void {
  if (child?.pid === undefined) return;
  process.kill(child.pid, signal);
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' });
  for (const pid of stdout.split('\n').filter((line) => line.trim() !== ''))
    process.kill(Number(pid), signal);
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
