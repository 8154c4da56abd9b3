import type { EventEmitter } from 'node:events';
import { setImmediate as untilRead, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endOrDestroy, socketOf } from './socket.ts';

/** Milliseconds between two looks. */
const round = 500;
/** So long nothing has to come, on any connection, before it is asked whether the database is still there, … */
const patience = 2000;
/** … so long an answer to that may take, … */
const probePatience = 4000;
/** … after so long on one connection alone it is asked whether its statement is known there, … */
const alonePatience = 4000;
/** … and where that cannot be told, every statement has ended or been ended after so long (`statement_timeout`). */
const hopeless = 20_000;

/** An answer that is owed: the bytes that had come, since when there were no more, and when it was last asked about. */
interface Debt {
  bytes: number;
  since: number;
  asked: number;
}

/** A connection of the pool. */
interface Line {
  readonly client: pg.PoolClient;
  waits: Debt | null;
  /** When its last answer was whole. */
  heard: number;
}

/** What a new connection was told: whether process ids are those of the database, and whether a statement is known; or that it may not come in. */
type Answer = { readonly direct: boolean; readonly known: boolean } | 'refused';

/**
 * Breaks the connections of a pool when the database falls silent without a word, as when a cable is cut, a firewall forgets
 * or a machine freezes; the system would wait for a quarter of an hour. Who waits for an answer is told that it is away, and
 * so is at once who comes next, until a new connection is answered. Statements that only take long are left alone: then others
 * are answered, or a new connection is. `onSilence` hears of it. The pool's clients must be those of `prepared.ts`.
 */
export function watchConnections(pool: pg.Pool, onSilence: (error: Error) => void): { stop(): void } {
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
    heard = performance.now();
    const line: Line = { client, waits: null, heard };
    lines.add(line);
    (client as EventEmitter).on('ask', () => {
      if (line.waits) return;
      const since = performance.now();
      line.waits = { bytes: socketOf(client).bytesRead, since, asked: since };
    });
    client.on('drain', () => {
      line.waits = null;
      heard = line.heard = performance.now();
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
        Object.assign(waits, { bytes: bytesRead, since: now, asked: now });
      } else if (now - waits.since > patience) {
        isSilent = true;
      }
    }
    if (isSilent && now - heard >= patience) {
      if (await ask(pool)) heard = performance.now();
      if (heard <= now) {
        // All of them: those that nobody uses at the moment would be found out one by one.
        silent = breakOff([...lines].map(({ client }) => client));
        return;
      }
    }
    for (const line of lines) if (line.waits && now - line.waits.asked > alonePatience) void lookAlone(line);
  }

  /** Breaks a connection of whose statement the database knows nothing, as when a firewall has forgotten it. */
  async function lookAlone(line: Line): Promise<void> {
    const { client, waits } = line;
    if (!waits) return;
    waits.asked = performance.now();
    const { processID } = client as unknown as { processID: number };
    const answer = await ask(pool, processID);
    if (answer === null || answer === 'refused') return;
    const isLost = answer.direct ? !answer.known : performance.now() - waits.since > hopeless;
    if (!isLost) return;
    // Its answer may have been on the way.
    await sleep(round);
    if (line.waits !== waits || socketOf(client).bytesRead !== waits.bytes) return;
    // What nobody has used since would be found out one by one.
    const others = [...lines].filter((other) => !other.waits && other.heard < waits.since);
    breakOff([client, ...others.map((other) => other.client)]);
  }

  function breakOff(clients: readonly pg.PoolClient[]): Error {
    const error = Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' });
    onSilence(error);
    for (const client of clients) socketOf(client).destroy(error);
    return error;
  }

  const timer = setInterval(() => {
    // Several at a time: one that was asked before it came back is never answered.
    if (silent) void ask(pool).then((answer) => void (answer && (silent = null)));
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, round).unref();
  return { stop: () => clearInterval(timer) };
}

/** Asks over a new connection about the statement of another; null when nobody answers. */
async function ask(pool: pg.Pool, processID = 0): Promise<Answer | null> {
  const { options } = pool;
  const probe = new pg.Client({ ...options, password: options.password, connectionTimeoutMillis: 0 });
  // Told by what is awaited.
  probe.on('error', () => {});
  const late = setTimeout(() => socketOf(probe).destroy(), probePatience);
  try {
    await probe.connect();
    // A pooler gives its own ids to those who come.
    const own = (probe as unknown as { processID: number }).processID;
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
