import type { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Socket } from 'node:net';
import { LocatingClient, type LocatingConfig } from './locating-client.ts';

/** How the text of a statement that connections keep begins. */
const mark = '/* prepared */ ';

/**
 * Marks the text of a statement so that each connection prepares it once. Only for frequent statements with few different
 * texts, since each connection stores each of them. PostgreSQL reuses the plan if no plan for the actual values looks
 * cheaper, so write `limit (select $1::bigint)` to hide a value from the planner.
 */
export function prepared(text: string): string {
  return `${mark}${text}`;
}

const send = pg.Client.prototype.query as (...input: unknown[]) => unknown;

/** Shorter than the timeout of callers, so that the next attempt finds a database that is back. */
const connectTimeoutMs = 3000;

/**
 * A client that sends what was {@link prepared} by a name, and in one write what is sent at one moment. It emits `statement`
 * with each statement, as pg emits `drain` once all have a response.
 */
export class PreparingClient extends LocatingClient {
  readonly #names = new Map<string, string>();

  constructor(config: LocatingConfig = {}) {
    // Named: the password is not among those that are copied.
    super({ ...config, password: config.password, connectionTimeoutMillis: connectTimeoutMs });
  }

  /** The name under which this connection keeps a statement; undefined where it keeps none. */
  nameOf(text: string): string | undefined {
    if (!text.startsWith(mark)) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `p${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/** The same behind a pooler that shares connections: a statement prepared on one is unknown to the next, so none is prepared. */
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

/** How long the database may take to confirm the end of a connection. */
const endTimeoutMs = 1000;

/** Members of the driver's client that its types omit. */
interface ClientInternals {
  readonly connection: { readonly stream: Socket };
  readonly processID: number;
}

/** Sound for every client of `pg`: both fields are set by its constructor or by the server's first messages. */
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

/** Ends a connection; destroys it when the database does not confirm in time. */
export async function endOrDestroy(client: pg.Client): Promise<void> {
  const late = setTimeout(() => socketOf(client).destroy(), endTimeoutMs);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}
