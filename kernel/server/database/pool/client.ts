import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Socket } from 'node:net';
import { LocatingClient, type LocatingConfig } from './locating-client.ts';

/** The prefix of statements that connections prepare. */
const mark = '/* prepared */ ';

/**
 * Marks a statement so that each connection prepares it once. Only for frequent statements with few different texts,
 * since each connection stores each of them. PostgreSQL reuses the plan if no plan for the actual values looks cheaper,
 * so write `limit (select $1::bigint)` to hide a value from the planner.
 */
export function prepared(text: string): string {
  return `${mark}${text}`;
}

const send = pg.Client.prototype.query as (...input: unknown[]) => unknown;

/** Shorter than the timeout of callers, so that their next attempt can succeed once the database is back. */
const connectTimeoutMs = 3000;

/**
 * A client that sends {@link prepared} statements by name, and writes all messages of one moment at once. It emits
 * `statement` with each statement, like pg emits `drain` once all have a response.
 */
export class PreparingClient extends LocatingClient {
  readonly #names = new Map<string, string>();

  constructor(config: LocatingConfig = {}) {
    // The password is not enumerable, so it is named.
    super({ ...config, password: config.password, connectionTimeoutMillis: connectTimeoutMs });
  }

  /** The name under which this connection prepares a statement; undefined for others. */
  nameOf(text: string): string | undefined {
    if (!text.startsWith(mark)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `p${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * The client for a pooler that shares connections, which prepares no statements: those of one connection are unknown to
 * the next.
 */
export class PooledClient extends PreparingClient {
  override nameOf(): undefined {
    return undefined;
  }
}

Object.defineProperty(PreparingClient.prototype, 'query', {
  configurable: true,
  writable: true,
  value: function query(this: PreparingClient, text: unknown, ...rest: unknown[]): unknown {
    const socket = socketOf(this);
    socket.cork();
    process.nextTick(() => socket.uncork());
    (this as EventEmitter).emit('statement');
    const name = typeof text === 'string' ? this.nameOf(text) : undefined;
    return name === undefined ? send.call(this, text, ...rest) : send.call(this, { name, text }, ...rest);
  },
});

/** Milliseconds within which the database must confirm the end of a connection. */
const endTimeoutMs = 1000;

/** Members of the driver's client that its types omit. */
interface ClientInternals {
  readonly connection: { readonly stream: Socket };
  readonly processID: number;
}

/** Sound for every client of `pg`: its constructor, or the server's first messages, set both fields. */
function internalsOf(client: pg.ClientBase): ClientInternals {
  return client as pg.ClientBase & ClientInternals;
}

/** The socket of a connection. */
export function socketOf(client: pg.ClientBase): Socket {
  return internalsOf(client).connection.stream;
}

/** The id of the server process of a connection. */
export function processIdOf(client: pg.ClientBase): number {
  return internalsOf(client).processID;
}

/** Ends a connection; destroys it if the database does not confirm in time. */
export async function endOrDestroy(client: pg.Client): Promise<void> {
  const late = setTimeout(() => socketOf(client).destroy(), endTimeoutMs);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}
