import type { Client, Notification } from 'pg';
import type { Logger } from 'pino';
import { pauseAfter } from '../../concurrency/retry.ts';
import type { DatabasePool } from '../pool/pool.ts';
import { endOrDestroy, socketOf } from '../pool/client.ts';

/** Milliseconds between checks whether the database responds. */
const heartbeatMs = 2000;
/** Milliseconds within which the database must respond, also to a new connection. */
const responseTimeoutMs = 3000;
/** The first retry is quick, since usually only the connection is lost and not the database. */
const retryPolicy = { delayMs: 20, factor: 25, maxDelayMs: 500 };
/** A connection attempt older than this was probably made while the database was unreachable. */
const overdueMs = 1000;

/** A subscription to a channel of `NOTIFY`. */
export interface ListenOptions {
  readonly channel: string;
  /** Called whenever the connection is (re)established: earlier messages may have been missed. */
  readonly onStart?: () => void;
  readonly onLoss?: () => void;
  readonly onMessage: (payload: string) => void;
}

/** An open subscription. */
export interface Listening {
  /** Whether notifications are being received without gaps. */
  readonly alive: boolean;
  close(): Promise<void>;
}

/** The notifications of a database. Subscribers share a connection, so they receive messages in order. */
export interface Notifications {
  /** Subscribes to a channel; reconnects automatically. */
  listen(options: ListenOptions): Listening;
}

/** Creates the notifications of a pool's database, which use a connection of their own while there are subscribers. */
export function createNotifications(pool: DatabasePool, log: Logger): Notifications {
  let current: NotificationConnection | null = null;
  return {
    listen(options) {
      const connection = (current ??= new NotificationConnection(pool, log));
      const subscriber: Subscriber = { options, alive: false, on: null };
      connection.subscribe(subscriber);
      return {
        get alive() {
          return subscriber.alive;
        },
        close() {
          const closing = connection.unsubscribe(subscriber);
          if (connection.isClosed && current === connection) current = null;
          return closing;
        },
      };
    },
  };
}

interface Subscriber {
  readonly options: ListenOptions;
  alive: boolean;
  /** The client that listens on the channel. */
  on: Client | null;
}

/** The connection that all subscribers share; it is closed with the last of them. */
class NotificationConnection {
  readonly #pool: DatabasePool;
  readonly #log: Logger;
  readonly #subscribers = new Set<Subscriber>();
  #client: Client | null = null;
  #isReady = false;
  #isClosed = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #isHurried = false;

  constructor(pool: DatabasePool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    pool.on('connect', this.#reconnectSooner);
    void this.#connect();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#client && this.#isReady) void this.#start(subscriber, this.#client);
  }

  async unsubscribe(subscriber: Subscriber): Promise<void> {
    this.#subscribers.delete(subscriber);
    subscriber.alive = false;
    if (this.#subscribers.size > 0 || this.#isClosed) return;
    this.#isClosed = true;
    this.#pool.off('connect', this.#reconnectSooner);
    clearTimeout(this.#timer);
    const last = this.#client;
    this.#client = null;
    if (last) await endOrDestroy(last);
  }

  /** Called when the pool has reached the database: abandons a connection attempt that began earlier, once. */
  readonly #reconnectSooner = (): void => {
    if (this.#isReady || this.#isHurried || !this.#client) return;
    if (performance.now() - this.#startedAt < overdueMs) return;
    this.#isHurried = true;
    this.#failures = 0;
    this.#lose(this.#client, null);
  };

  async #connect(): Promise<void> {
    const fresh = this.#pool.createDirectClient();
    this.#client = fresh;
    this.#startedAt = performance.now();
    fresh.on('error', (error) => this.#lose(fresh, error));
    fresh.on('end', () => this.#lose(fresh, null));
    fresh.on('notification', (notification) => this.#deliver(notification));
    // On a network that drops every packet, the client would wait for minutes.
    const stopDeadline = this.#startDeadline(fresh);
    try {
      await fresh.connect();
      // All channels before the first `onStart`, which may cause messages on another channel.
      for (const subscriber of this.#subscribers) await listenFor(subscriber, fresh);
    } catch (error) {
      this.#lose(fresh, error);
      return;
    } finally {
      stopDeadline();
    }
    if (this.#isClosed || this.#client !== fresh) return;
    this.#isReady = true;
    this.#isHurried = false;
    this.#failures = 0;
    for (const subscriber of this.#subscribers) await this.#start(subscriber, fresh);
    this.#schedule(heartbeatMs, () => this.#checkAlive());
  }

  async #start(subscriber: Subscriber, on: Client): Promise<void> {
    try {
      if (subscriber.on !== on) await listenFor(subscriber, on);
    } catch (error) {
      this.#lose(on, error);
      return;
    }
    if (this.#client !== on || !this.#isReady || subscriber.alive || !this.#subscribers.has(subscriber))
      return;
    subscriber.alive = true;
    subscriber.options.onStart?.();
  }

  #deliver({ channel, payload = '' }: Notification): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.alive && subscriber.options.channel === channel) subscriber.options.onMessage(payload);
    }
  }

  #lose(of: Client, error: unknown): void {
    if (this.#client !== of) return;
    this.#client = null;
    if (this.#isReady && !this.#isClosed) {
      this.#log.warn({ err: error }, 'the connection for notifications was lost');
    }
    this.#isReady = false;
    of.removeAllListeners('notification');
    // A database that does not respond would not confirm the end either.
    socketOf(of).destroy();
    this.#failures++;
    // Not `retry`: a failure is an event of the connection and may come long after an attempt.
    this.#schedule(pauseAfter(this.#failures, retryPolicy), () => this.#connect());
    for (const subscriber of this.#subscribers) {
      if (!subscriber.alive) continue;
      subscriber.alive = false;
      subscriber.options.onLoss?.();
    }
  }

  /** A broken network raises no error; a query without a response reveals it. */
  async #checkAlive(): Promise<void> {
    const checked = this.#client;
    if (!checked) return;
    const stopDeadline = this.#startDeadline(checked);
    try {
      await checked.query('SELECT 1');
      if (this.#client === checked) this.#schedule(heartbeatMs, () => this.#checkAlive());
    } catch (error) {
      this.#lose(checked, error);
    } finally {
      stopDeadline();
    }
  }

  /** Drops a client if its response is late; returns a function that cancels this. */
  #startDeadline(from: Client): () => void {
    let hasResponded = false;
    const timeout = setTimeout(() => {
      // Lets a response that arrived while this process was busy be read first.
      setImmediate(() => hasResponded || this.#lose(from, new Error('no response')));
    }, responseTimeoutMs);
    return () => {
      hasResponded = true;
      clearTimeout(timeout);
    };
  }

  #schedule(milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void work(), milliseconds).unref();
  }
}

async function listenFor(subscriber: Subscriber, on: Client): Promise<void> {
  await on.query(`listen "${subscriber.options.channel}"`);
  subscriber.on = on;
}
