import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { socketOf } from './socket.ts';

const names = new Map<string, string>();

/**
 * Has every connection parse and plan this statement once and keep it; answers the text unchanged. For texts that are few
 * and often sent: each connection keeps each of them. A plan that suits all values is made when none depends on them, so
 * write `limit (select $1::bigint)` where a plan for the very number would look cheaper and be made anew each time.
 */
export function prepared(text: string): string {
  if (!names.has(text)) names.set(text, `p${names.size + 1}`);
  return text;
}

const send = pg.Client.prototype.query as (...input: unknown[]) => unknown;

/** Shorter than the timeout of callers, so that the next attempt finds a database that is back. */
const connectTimeoutMs = 3000;

/**
 * A client that sends what was {@link prepared} by its name, and in one write what is asked for at one moment. It emits `statement`
 * with each statement, as pg emits `drain` once all are answered.
 */
export class PreparingClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    // Named: the password is not among those that are copied.
    super({ ...config, password: config.password, connectionTimeoutMillis: connectTimeoutMs });
  }
}

/** The same behind a pooler that shares connections: a statement prepared on one is unknown to the next, so none is prepared. */
export class PooledClient extends PreparingClient {}

Object.defineProperty(PreparingClient.prototype, 'query', {
  configurable: true,
  writable: true,
  value: function query(this: pg.Client, text: unknown, ...rest: unknown[]): unknown {
    const socket = socketOf(this);
    socket.cork();
    process.nextTick(() => socket.uncork());
    (this as EventEmitter).emit('statement');
    const isKept = typeof text === 'string' && !(this instanceof PooledClient);
    const name = isKept ? names.get(text) : undefined;
    return name === undefined ? send.call(this, text, ...rest) : send.call(this, { name, text }, ...rest);
  },
});
