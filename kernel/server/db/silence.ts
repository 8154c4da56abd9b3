import type { EventEmitter } from 'node:events';
import { setImmediate as untilRead } from 'node:timers/promises';
import pg from 'pg';
import { endOrCut, socketOf } from './socket.ts';

/** Milliseconds between two looks. */
const round = 500;
/** So long nothing has to come, on any connection, before it is asked whether the database is still there, … */
const patience = 2000;
/** … so long an answer to that may take, … */
const probePatience = 3000;
/** … and after so long on one connection alone it is asked whether its statement is known there: most have been ended by then. */
const oddPatience = 20_000;

/** A connection of the pool; `waits` while an answer is owed, with the bytes that had come, and since when there were no more. */
interface Line {
  readonly client: pg.PoolClient;
  waits: { bytes: number; since: number } | null;
}

/**
 * Breaks the connections of a pool when the database falls silent without a word, as when a cable is cut, a firewall forgets
 * or a machine freezes; the system would wait for a quarter of an hour. Who waits for an answer is told that it is away, and
 * so is at once who comes next, until a new connection is answered. Statements that only take long are left alone: then others
 * are answered, or a new connection is. `onSilence` hears of it. The pool's clients must be those of `prepared.ts`.
 */
export function watchForSilence(pool: pg.Pool, onSilence: (error: Error) => void): { stop(): void } {
  const lines = new Set<Line>();
  let heard = performance.now();
  let looking = false;
  let silent: Error | null = null;

  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  pool.connect = ((callback?: (error: Error) => void) => {
    if (!silent) return callback ? connect(callback) : connect();
    return callback ? void process.nextTick(callback, silent) : Promise.reject(silent);
  }) as typeof pool.connect;

  pool.on('connect', (client) => {
    const line: Line = { client, waits: null };
    lines.add(line);
    heard = performance.now();
    (client as EventEmitter).on('ask', () => {
      line.waits ??= { bytes: socketOf(client).bytesRead, since: performance.now() };
    });
    client.on('drain', () => {
      line.waits = null;
      heard = performance.now();
    });
    client.once('end', () => lines.delete(line));
  });

  async function look(): Promise<void> {
    // What came while this process was busy is read first.
    await untilRead();
    const now = performance.now();
    let isSilent = false;
    for (const { client, waits } of lines) {
      if (!waits) continue;
      const { bytesRead } = socketOf(client);
      if (bytesRead !== waits.bytes) {
        heard = now;
        Object.assign(waits, { bytes: bytesRead, since: now });
      } else if (now - waits.since > patience) {
        isSilent = true;
      }
    }
    if (isSilent && now - heard >= patience) {
      if (await ask(pool, 'select')) heard = performance.now();
      if (heard <= now) {
        // All of them: those that nobody uses at the moment would be found out one by one.
        silent = breakOff([...lines].map(({ client }) => client));
        return;
      }
    }
    for (const line of lines) if (line.waits && now - line.waits.since > oddPatience) await lookAlone(line);
  }

  /** Breaks a connection of whose statement the database knows nothing. */
  async function lookAlone(line: Line): Promise<void> {
    const { client, waits } = line;
    const { processID } = client as unknown as { processID: number };
    const rows = await ask(
      pool,
      `select exists (select from pg_stat_activity where pid = $1 and state = 'active') as known`,
      [processID],
    );
    if (!waits || line.waits !== waits || socketOf(client).bytesRead !== waits.bytes) return;
    if (rows?.[0]?.known === false) breakOff([client]);
    else waits.since = performance.now();
  }

  function breakOff(clients: readonly pg.PoolClient[]): Error {
    const error = Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' });
    onSilence(error);
    for (const client of clients) socketOf(client).destroy(error);
    return error;
  }

  const timer = setInterval(() => {
    // Several at a time: one that was asked before it came back is never answered.
    if (silent) void ask(pool, 'select').then((rows) => void (rows && (silent = null)));
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, round).unref();
  return { stop: () => clearInterval(timer) };
}

/** Asks over a new connection: the rows, none where it is refused, and null when nobody answers. */
async function ask(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly { known?: boolean }[] | null> {
  const { options } = pool;
  const probe = new pg.Client({ ...options, password: options.password, connectionTimeoutMillis: 0 });
  // Told by what is awaited.
  probe.on('error', () => {});
  const late = setTimeout(() => socketOf(probe).destroy(), probePatience);
  try {
    await probe.connect();
    return (await probe.query<{ known?: boolean }>(text, [...values])).rows;
  } catch (error) {
    return error instanceof pg.DatabaseError ? [] : null;
  } finally {
    clearTimeout(late);
    void endOrCut(probe);
  }
}
