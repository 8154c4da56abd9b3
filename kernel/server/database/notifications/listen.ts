import type { Client, Notification, Pool } from 'pg';
import type { Logger } from 'pino';
import { connectDirectly } from '../pool/direct-pool.ts';
import { endOrDestroy, socketOf } from '../pool/socket.ts';

/** Between two checks that the database still responds, … */
const heartbeatMs = 2000;
/** … and for a response, also to a new connection. */
const answerTimeoutMs = 3000;
/** The first retry is quick: most often a connection is lost, and not the database. */
const firstRetryMs = 20;
const retryMs = 500;
/** An older attempt to connect was probably made while the database was away. */
const overdueMs = 1000;

/** A subscription to a channel. */
export interface ListenOptions {
  /** The pool whose database is listened to; its subscribers share a connection, and so receive messages in order. */
  readonly pool: Pool;
  readonly channel: string;
  readonly log: Logger;
  /** Called whenever the connection is ready again: earlier messages may have been missed. */
  readonly onStart: () => void;
  readonly onLoss: () => void;
  readonly onMessage: (payload: string) => void;
}

/** An open subscription. */
export interface Listening {
  /** Whether no message can be missed at the moment. */
  readonly alive: boolean;
  close(): Promise<void>;
}

interface Subscriber {
  readonly options: ListenOptions;
  alive: boolean;
  /** The client that listens for it. */
  on: Client | null;
}

interface NotificationConnection {
  subscribe(subscriber: Subscriber): void;
  unsubscribe(subscriber: Subscriber): Promise<void>;
}

/** Belongs to the pool: several parts of a server subscribe through one pool. */
const connections = new WeakMap<Pool, NotificationConnection>();

/** Subscribes to a channel of `NOTIFY`; reconnects by itself. */
export function listenTo(options: ListenOptions): Listening {
  const { pool, log } = options;
  const connection =
    connections.get(pool) ?? createNotificationConnection(pool, log, () => connections.delete(pool));
  connections.set(pool, connection);
  const subscriber: Subscriber = { options, alive: false, on: null };
  connection.subscribe(subscriber);
  return {
    get alive() {
      return subscriber.alive;
    },
    close: () => connection.unsubscribe(subscriber),
  };
}

/** The connection that all subscribers of a pool share; it closes with the last of them. */
function createNotificationConnection(pool: Pool, log: Logger, onEnd: () => void): NotificationConnection {
  const subscribers = new Set<Subscriber>();
  let client: Client | null = null;
  let isReady = false;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let startedAt = 0;
  let isHurried = false;

  /** The pool has reached the database: an attempt that began before it was back is given up, once. */
  function reconnectSooner(): void {
    if (isReady || isHurried || !client || performance.now() - startedAt < overdueMs) return;
    isHurried = true;
    failures = 0;
    lose(client, null);
  }
  pool.on('connect', reconnectSooner);

  function schedule(milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void work(), milliseconds).unref();
  }

  function lose(of: Client, error: unknown): void {
    if (client !== of) return;
    client = null;
    if (isReady && !closed) log.warn({ err: error }, 'the connection for notifications is lost');
    isReady = false;
    of.removeAllListeners('notification');
    // A database that does not respond would not confirm the end either.
    socketOf(of).destroy();
    schedule(failures === 0 ? firstRetryMs : retryMs, connect);
    failures++;
    for (const subscriber of subscribers) {
      if (!subscriber.alive) continue;
      subscriber.alive = false;
      subscriber.options.onLoss();
    }
  }

  function deliver({ channel, payload = '' }: Notification): void {
    for (const subscriber of subscribers)
      if (subscriber.alive && subscriber.options.channel === channel) subscriber.options.onMessage(payload);
  }

  async function connect(): Promise<void> {
    const fresh = connectDirectly(pool);
    client = fresh;
    startedAt = performance.now();
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, null));
    fresh.on('notification', deliver);
    // A network that drops every packet would keep the client waiting for minutes.
    const deadline = startDeadline(fresh);
    try {
      await fresh.connect();
      // Every channel before the first `onStart`, which may cause messages on another one.
      for (const subscriber of subscribers) await listenFor(subscriber, fresh);
    } catch (error) {
      lose(fresh, error);
      return;
    } finally {
      deadline.stop();
    }
    if (closed || client !== fresh) return;
    isReady = true;
    isHurried = false;
    failures = 0;
    for (const subscriber of subscribers) await start(subscriber, fresh);
    schedule(heartbeatMs, checkAlive);
  }

  async function listenFor(subscriber: Subscriber, on: Client): Promise<void> {
    await on.query(`listen "${subscriber.options.channel}"`);
    subscriber.on = on;
  }

  async function start(subscriber: Subscriber, on: Client): Promise<void> {
    try {
      if (subscriber.on !== on) await listenFor(subscriber, on);
    } catch (error) {
      lose(on, error);
      return;
    }
    if (client !== on || !isReady || subscriber.alive || !subscribers.has(subscriber)) return;
    subscriber.alive = true;
    subscriber.options.onStart();
  }

  /** A cut cable raises no error; a query without a response shows it. */
  async function checkAlive(): Promise<void> {
    const asked = client;
    if (!asked) return;
    const deadline = startDeadline(asked);
    try {
      await asked.query('SELECT 1');
      if (client === asked) schedule(heartbeatMs, checkAlive);
    } catch (error) {
      lose(asked, error);
    } finally {
      deadline.stop();
    }
  }

  /** Gives a client up when its response is late. */
  function startDeadline(from: Client): { stop(): void } {
    let isAnswered = false;
    const timeout = setTimeout(() => {
      // A response that arrived while this process was busy is read first.
      setImmediate(() => isAnswered || lose(from, new Error('no answer')));
    }, answerTimeoutMs);
    return {
      stop() {
        isAnswered = true;
        clearTimeout(timeout);
      },
    };
  }

  void connect();
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      if (client && isReady) void start(subscriber, client);
    },
    async unsubscribe(subscriber) {
      subscribers.delete(subscriber);
      subscriber.alive = false;
      if (subscribers.size > 0 || closed) return;
      closed = true;
      pool.off('connect', reconnectSooner);
      onEnd();
      clearTimeout(timer);
      const last = client;
      client = null;
      if (last) await endOrDestroy(last);
    },
  };
}
