import type { Client, Notification, Pool } from 'pg';
import type { Logger } from 'pino';
import { connectDirectly } from '../pool/direct-pool.ts';
import { endOrDestroy, socketOf } from '../pool/socket.ts';

/** Milliseconds between two questions whether the database is still there, … */
const heartbeat = 2000;
/** … and those in which it has to answer, also to a new connection. */
const patience = 3000;
/** The first try follows at once, since most losses are of a connection and not of the database. */
const soon = 20;
const retry = 500;
/** A connection that takes longer than this may have been begun in vain. */
const overdue = 1000;

/** What somebody wants to know of a channel. */
export interface ListenOptions {
  /** The pool whose database is listened to; all who listen to one share a connection, and so hear things in their order. */
  readonly pool: Pool;
  readonly channel: string;
  readonly log: Logger;
  /** Called whenever the connection stands anew: what was told before may have been missed. */
  readonly onStart: () => void;
  readonly onLoss: () => void;
  readonly onMessage: (payload: string) => void;
}

/** A standing wish to hear what the database tells on a channel. */
export interface Listening {
  /** Whether nothing can be missed at this moment. */
  readonly alive: boolean;
  close(): Promise<void>;
}

interface Ear {
  readonly options: ListenOptions;
  alive: boolean;
  /** The connection that listens for it. */
  on: Client | null;
}

interface Wire {
  join(ear: Ear): void;
  leave(ear: Ear): Promise<void>;
}

const wires = new WeakMap<Pool, Wire>();

/** Listens to a channel, and connects again by itself. */
export function listenTo(options: ListenOptions): Listening {
  const { pool, log } = options;
  const wire = wires.get(pool) ?? createWire(pool, log, () => wires.delete(pool));
  wires.set(pool, wire);
  const ear: Ear = { options, alive: false, on: null };
  wire.join(ear);
  return {
    get alive() {
      return ear.alive;
    },
    close: () => wire.leave(ear),
  };
}

/** The one connection of a pool's listeners; it ends with the last of them. */
function createWire(pool: Pool, log: Logger, onEnd: () => void): Wire {
  const ears = new Set<Ear>();
  let client: Client | null = null;
  let standing = false;
  let closed = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let begun = 0;
  let hurried = false;

  /** Others have reached the database: a try that began before it was back is given up, once. */
  function hurry(): void {
    if (standing || hurried || !client || performance.now() - begun < overdue) return;
    hurried = true;
    failures = 0;
    lose(client, null);
  }
  pool.on('connect', hurry);

  function plan(milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void work(), milliseconds).unref();
  }

  function lose(of: Client, error: unknown): void {
    if (client !== of) return;
    client = null;
    if (standing && !closed) log.warn({ err: error }, 'the connection that listens is lost');
    standing = false;
    of.removeAllListeners('notification');
    // Whoever does not answer any more would not answer a farewell.
    socketOf(of).destroy();
    plan(failures === 0 ? soon : retry, connect);
    failures++;
    for (const ear of ears) {
      if (!ear.alive) continue;
      ear.alive = false;
      ear.options.onLoss();
    }
  }

  function hear({ channel, payload = '' }: Notification): void {
    for (const ear of ears) if (ear.alive && ear.options.channel === channel) ear.options.onMessage(payload);
  }

  async function connect(): Promise<void> {
    const fresh = connectDirectly(pool);
    client = fresh;
    begun = performance.now();
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, null));
    fresh.on('notification', hear);
    // A network that drops everything would keep a connection waiting for minutes.
    const inTime = awaitAnswer(fresh);
    try {
      await fresh.connect();
      // All of them before the first is told: what one makes up for, another may be told of.
      for (const ear of ears) await listenFor(ear, fresh);
    } catch (error) {
      lose(fresh, error);
      return;
    } finally {
      inTime.stop();
    }
    if (closed || client !== fresh) return;
    standing = true;
    hurried = false;
    failures = 0;
    for (const ear of ears) await start(ear, fresh);
    plan(heartbeat, beat);
  }

  async function listenFor(ear: Ear, on: Client): Promise<void> {
    await on.query(`listen "${ear.options.channel}"`);
    ear.on = on;
  }

  async function start(ear: Ear, on: Client): Promise<void> {
    try {
      if (ear.on !== on) await listenFor(ear, on);
    } catch (error) {
      lose(on, error);
      return;
    }
    if (client !== on || !standing || ear.alive || !ears.has(ear)) return;
    ear.alive = true;
    ear.options.onStart();
  }

  /** A cut cable says nothing; a question that stays unanswered does. */
  async function beat(): Promise<void> {
    const asked = client;
    if (!asked) return;
    const inTime = awaitAnswer(asked);
    try {
      await asked.query('SELECT 1');
      if (client === asked) plan(heartbeat, beat);
    } catch (error) {
      lose(asked, error);
    } finally {
      inTime.stop();
    }
  }

  /** Gives a connection up when its answer does not come in time. */
  function awaitAnswer(from: Client): { stop(): void } {
    let isAnswered = false;
    const late = setTimeout(() => {
      // What came while this process was busy is read first.
      setImmediate(() => isAnswered || lose(from, new Error('no answer')));
    }, patience);
    return {
      stop() {
        isAnswered = true;
        clearTimeout(late);
      },
    };
  }

  void connect();
  return {
    join(ear) {
      ears.add(ear);
      if (client && standing) void start(ear, client);
    },
    async leave(ear) {
      ears.delete(ear);
      ear.alive = false;
      if (ears.size > 0 || closed) return;
      closed = true;
      pool.off('connect', hurry);
      onEnd();
      clearTimeout(timer);
      const last = client;
      client = null;
      if (last) await endOrDestroy(last);
    },
  };
}
