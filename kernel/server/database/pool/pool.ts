import { setImmediate as untilRead, setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from '../../api/index.ts';
import { parseDatabaseUrl } from '../../config/database-url.ts';
import type { DataWall } from './data-wall.ts';
import { PipeliningDialect } from './driver.ts';
import { observeConnection, type Statements } from './statements.ts';
import { PooledClient, PreparingClient } from './client.ts';
import { LocatingClient, type LocatingConfig } from './locating-client.ts';
import { PrimaryFinder } from './primary-finder.ts';
import { ConnectionWatchdog } from './connection-watchdog.ts';
import { timestampToIso } from './timestamps.ts';

/**
 * Conversion of database values: `bigint` to a number, `date` to `YYYY-MM-DD`, `timestamptz` to an ISO string in UTC
 * with milliseconds (so columns are `timestamptz(3)`), `numeric` to a string, `jsonb` parsed.
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.DATE]: String,
  [pg.types.builtins.TIMESTAMPTZ]: timestampToIso,
};

const int8Array = 1016;
/** The type id of `text[]`, which is not among the built-in types. */
const textArray: number = 1009;
const parseTextArray = pg.types.getTypeParser(textArray);

const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    if (oid === int8Array) return (text) => (parseTextArray(text) as string[]).map(Number);
    return parsers[oid] ?? pg.types.getTypeParser(oid, format);
  },
};

const closeTimeoutMs = 3000;

/** The driver's message if a caller waited too long for a connection of a full pool. */
const waitedTooLong = 'timeout exceeded when trying to connect';

/** A timer that is this late shows that the process was blocked. */
const standstillMs = 500;

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean) => void,
) => void;

/**
 * The pool of a server, which also knows the direct address of its database behind a pooler, and refuses connections
 * while the database does not respond.
 */
export class DatabasePool extends pg.Pool {
  readonly #direct: LocatingConfig;
  readonly #watchdog: ConnectionWatchdog;

  /** `onUnresponsive` is called with the error when the database stops responding. */
  constructor(config: pg.PoolConfig, directUrl: string | null, onUnresponsive: (error: Error) => void) {
    super(config);
    this.#direct = directUrl === null ? {} : configOfUrl(directUrl);
    this.#watchdog = new ConnectionWatchdog(this, onUnresponsive);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const { unresponsive } = this.#watchdog;
    if (unresponsive) {
      return callback
        ? process.nextTick(callback, unresponsive, undefined, () => {})
        : Promise.reject(unresponsive);
    }
    const since = performance.now();
    if (!callback) return super.connect().catch((error: unknown) => this.#connectAgain(error, since));
    super.connect((error, client, done) => {
      if (error?.message !== waitedTooLong) return callback(error, client, done);
      this.#connectAgain(error, since).then(
        (given) => callback(undefined, given, (release) => given.release(release)),
        (reason: Error) => callback(reason, undefined, () => {}),
      );
    });
  }

  /**
   * Retries once for callers that timed out in a blocked process, for example on a suspended machine: timers fire
   * before responses that arrived in time are read, so free connections seem to be in use.
   */
  async #connectAgain(error: unknown, since: number): Promise<pg.PoolClient> {
    if (!(error instanceof Error) || error.message !== waitedTooLong) throw error;
    const late = performance.now() - since - (this.options.connectionTimeoutMillis ?? 0);
    await untilRead();
    if (late < standstillMs && this.idleCount === 0) throw error;
    return super.connect();
  }

  /** Ends the pool, for which it waits a limited time. */
  async close(): Promise<void> {
    // A connection that is never returned, such as that of a connecting listener, must not delay the end.
    await Promise.race([this.end(), sleep(closeTimeoutMs, undefined, { ref: false })]).finally(() =>
      this.#watchdog.stop(),
    );
  }

  /**
   * Creates an unconnected client for what must live as long as a connection, such as listening and locks across
   * transactions, which a pooler that shares connections would break.
   */
  createDirectClient(more: LocatingConfig = {}): pg.Client {
    return new LocatingClient(this.directConfig(more));
  }

  /** The connection parameters without the pooler, for example for another database of the same PostgreSQL. */
  directConfig(more: LocatingConfig = {}): LocatingConfig {
    // The password is not enumerable, so it is named.
    return { ...this.options, password: this.options.password, ...this.#direct, ...more };
  }
}

/** The options of a URL, so that single ones can be overridden. */
function configOfUrl(url: string): LocatingConfig {
  const { hosts, config } = parseDatabaseUrl(url);
  const finder = hosts.length > 1 ? new PrimaryFinder(hosts, config) : null;
  return { ...config, ...hosts[0], finder };
}

/** The pool of a server, with Kysely on top. */
export interface OpenDatabase {
  readonly pool: DatabasePool;
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * Opens a pool, which connects with the first query. Calls `onBreak` for connections that break while idle, and if the
 * database stops responding.
 */
export function openDatabase(
  where: pg.PoolConfig,
  options: {
    max?: number;
    /** The direct address of a database behind a pooler; null or absent without a pooler. */
    directUrl?: string | null;
    onBreak?: (error: Error) => void;
    wall?: DataWall | null;
    /** Observes each statement; absent if nothing measures. */
    statements?: Statements | null;
  } = {},
): OpenDatabase {
  const { connectionString, ...given } = where;
  const { max = 16, onBreak = () => {}, directUrl = null, wall = null, statements = null } = options;
  const config = {
    // `pipeline` is missing in the driver's types.
    pipeline: true,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    application_name: 'komak',
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    lock_timeout: 8000,
    // Each side detects within half a minute that the other is gone, even on an idle connection.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options:
      '-c timezone=UTC -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    types,
    Client: directUrl === null ? PreparingClient : PooledClient,
    // Explicit options take precedence over the URL's.
    ...(connectionString === undefined ? {} : configOfUrl(connectionString)),
    ...given,
  };
  const pool = new DatabasePool(config, directUrl, onBreak);
  pool.on('error', onBreak);
  // The pool listens only to its idle connections. The error of a connection that breaks between two statements of a
  // transaction would end the process; its holder gets an error with the next statement.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (statements) observeConnection(client, statements);
  });
  const database: Database = new Kysely<unknown>({
    dialect: new PipeliningDialect(pool, wall),
  });
  return { pool, database, close: () => pool.close() };
}
