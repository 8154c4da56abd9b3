import { Client, type Pool } from 'pg';
import type { Logger } from 'pino';

const heartbeat = 5_000;
const retry = 500;

/** A standing connection that hears what the database tells on a channel. */
export interface Listening {
  /** Whether nothing can be missed at this moment. */
  readonly alive: boolean;
  close(): Promise<void>;
}

/** Listens to a channel, and connects again by itself; `onStart` is called whenever the connection stands anew. */
export function listenTo(options: {
  pool: Pool;
  channel: string;
  log: Logger;
  onStart: () => void;
  onLoss: () => void;
  onNotice: (payload: string) => void;
}): Listening {
  const { pool, channel, log, onStart, onLoss, onNotice } = options;
  let client: Client | null = null;
  let alive = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function plan(milliseconds: number, work: () => Promise<void>): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void work(), milliseconds).unref();
  }

  function lose(of: Client, error: unknown): void {
    if (client !== of) return;
    client = null;
    if (alive) {
      alive = false;
      onLoss();
      if (!closed) log.warn({ err: error, channel }, 'the connection that listens is lost');
    }
    of.removeAllListeners('notification');
    void of.end().catch(() => undefined);
    plan(retry, connect);
  }

  async function connect(): Promise<void> {
    const fresh = new Client({ ...pool.options, password: pool.options.password, keepAlive: true });
    client = fresh;
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, null));
    fresh.on('notification', (notice) => onNotice(notice.payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
    } catch (error) {
      lose(fresh, error);
      return;
    }
    if (closed || client !== fresh) return;
    alive = true;
    onStart();
    plan(heartbeat, beat);
  }

  /** A cut cable says nothing; a question that stays unanswered does. */
  async function beat(): Promise<void> {
    const asked = client;
    if (!asked) return;
    const late = setTimeout(() => lose(asked, new Error('no answer')), heartbeat);
    try {
      await asked.query('SELECT 1');
      if (client === asked) plan(heartbeat, beat);
    } catch (error) {
      lose(asked, error);
    } finally {
      clearTimeout(late);
    }
  }

  void connect();
  return {
    get alive() {
      return alive;
    },
    async close() {
      closed = true;
      alive = false;
      clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}
