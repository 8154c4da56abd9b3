import type { EventEmitter } from 'node:events';
import { setImmediate as untilRead, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endOrDestroy, processIdOf, socketOf } from './client.ts';
import { LocatingClient } from './locating-client.ts';

/** Milliseconds between checks. */
const intervalMs = 500;
/** Milliseconds without a byte on any connection after which a probe tests whether the database responds. */
const maxSilentMs = 2000;
/** Milliseconds within which a probe must be answered. */
const probeTimeoutMs = 4000;
/**
 * Milliseconds without a byte on one connection after which a probe tests whether the database still knows its
 * statement.
 */
const singleTimeoutMs = 4000;
/** Milliseconds after which a statement counts as lost if no probe is possible; `statement_timeout` ends it earlier. */
const maxStatementMs = 20_000;

/** A pending response: the bytes received so far, when the last one arrived, and when it was last probed. */
interface PendingResponse {
  bytes: number;
  since: number;
  checkedAt: number;
}

/** A connection of the pool. */
interface Connection {
  readonly client: pg.PoolClient;
  pending: PendingResponse | null;
  /** When its last complete response arrived. */
  respondedAt: number;
}

/**
 * The result of a probe: whether process ids are the database's own and whether it knows the statement; or that it
 * refuses new connections.
 */
type ProbeResult = { readonly direct: boolean; readonly known: boolean } | 'refused';

/**
 * Destroys the connections of a pool when the database stops responding without an error, for example after a cut
 * cable, a firewall that dropped its state, or a frozen machine; the operating system would wait for a quarter of an
 * hour. Waiting callers get an error, and so do new ones until a probe is answered. Slow statements are unaffected,
 * since other connections, or a probe, get responses. Calls `onUnresponsive` with the error. The pool's clients must be
 * those of `client.ts`.
 */
export class ConnectionWatchdog {
  readonly #pool: pg.Pool;
  readonly #onUnresponsive: (error: Error) => void;
  readonly #connections = new Set<Connection>();
  #respondedAt = performance.now();
  #isChecking = false;
  readonly #timer = setInterval(() => this.#check(), intervalMs).unref();
  #unresponsive: Error | null = null;

  constructor(pool: pg.Pool, onUnresponsive: (error: Error) => void) {
    this.#pool = pool;
    this.#onUnresponsive = onUnresponsive;
    pool.on('connect', (client) => this.#watch(client));
  }

  /** The error for callers who want a connection; null while the database responds. */
  get unresponsive(): Error | null {
    return this.#unresponsive;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Checks all connections, unless a check is in progress. */
  #check(): void {
    // May run several probes at a time: one sent before the database recovered never gets a response.
    if (this.#unresponsive) {
      void probeDatabase(this.#pool).then((result) => void (result && (this.#unresponsive = null)));
    }
    if (this.#isChecking) return;
    this.#isChecking = true;
    void this.#checkAll().finally(() => (this.#isChecking = false));
  }

  #watch(client: pg.PoolClient): void {
    this.#respondedAt = performance.now();
    const connection: Connection = { client, pending: null, respondedAt: this.#respondedAt };
    this.#connections.add(connection);
    (client as EventEmitter).on('statement', () => {
      if (connection.pending) return;
      const since = performance.now();
      connection.pending = { bytes: socketOf(client).bytesRead, since, checkedAt: since };
    });
    client.on('drain', () => {
      connection.pending = null;
      this.#respondedAt = connection.respondedAt = performance.now();
    });
    client.once('end', () => this.#connections.delete(connection));
  }

  async #checkAll(): Promise<void> {
    // Lets responses that arrived while this process was busy be read first.
    await untilRead();
    const now = performance.now();
    if (this.#isAnySilent(now) && now - this.#respondedAt >= maxSilentMs) {
      if (await probeDatabase(this.#pool)) this.#respondedAt = performance.now();
      if (this.#respondedAt <= now) {
        // Including idle ones: otherwise each would fail its next caller.
        this.#unresponsive = this.#destroy([...this.#connections]);
        return;
      }
    }
    for (const connection of this.#connections) {
      if (connection.pending && now - connection.pending.checkedAt > singleTimeoutMs) {
        void this.#checkSingle(connection);
      }
    }
  }

  /** Whether a response is overdue on any connection; records the bytes that have arrived. */
  #isAnySilent(now: number): boolean {
    let isSilent = false;
    for (const { client, pending } of this.#connections) {
      if (!pending) continue;
      const { bytesRead } = socketOf(client);
      if (bytesRead !== pending.bytes) {
        this.#respondedAt = now;
        Object.assign(pending, { bytes: bytesRead, since: now, checkedAt: now });
      } else if (now - pending.since > maxSilentMs) {
        isSilent = true;
      }
    }
    return isSilent;
  }

  /**
   * Destroys a connection whose statement the database does not know, for example after a firewall dropped its state.
   */
  async #checkSingle(connection: Connection): Promise<void> {
    const { client, pending } = connection;
    if (!pending) return;
    pending.checkedAt = performance.now();
    const result = await probeDatabase(this.#pool, processIdOf(client));
    if (result === null || result === 'refused') return;
    const isLost = result.direct ? !result.known : performance.now() - pending.since > maxStatementMs;
    if (!isLost) return;
    // The response may have been on its way.
    await sleep(intervalMs);
    if (connection.pending !== pending || socketOf(client).bytesRead !== pending.bytes) return;
    // Connections idle since then are lost as well; otherwise each would fail its next caller.
    const isIdleSince = (other: Connection) => !other.pending && other.respondedAt < pending.since;
    this.#destroy([connection, ...[...this.#connections].filter(isIdleSince)]);
  }

  #destroy(connections: readonly Connection[]): Error {
    const error = Object.assign(new Error('the database does not respond'), { code: 'ETIMEDOUT' });
    this.#onUnresponsive(error);
    for (const { client } of connections) socketOf(client).destroy(error);
    return error;
  }
}

/**
 * Asks over a new connection whether the database is executing another connection's statement; null without a response.
 */
async function probeDatabase(pool: pg.Pool, processID = 0): Promise<ProbeResult | null> {
  const { options } = pool;
  const probe = new LocatingClient({ ...options, password: options.password, connectionTimeoutMillis: 0 });
  // The awaited call throws the error.
  probe.on('error', () => {});
  const late = setTimeout(() => socketOf(probe).destroy(), probeTimeoutMs);
  try {
    await probe.connect();
    // Behind a pooler, this is an id that the pooler made up.
    const own = processIdOf(probe);
    const { rows } = await probe.query<{ direct: boolean; known: boolean }>(
      `select pg_backend_pid() = $1 as direct,
         exists (select from pg_stat_activity where pid = $2 and state = 'active') as known`,
      [own, processID],
    );
    return rows[0] ?? 'refused';
  } catch (error) {
    return error instanceof pg.DatabaseError ? 'refused' : null;
  } finally {
    clearTimeout(late);
    void endOrDestroy(probe);
  }
}
