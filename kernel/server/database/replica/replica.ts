import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type pg from 'pg';
import { CodedError } from '#kernel/contract/index.ts';
import type { DatabaseTransaction } from '../../api/index.ts';
import type { DataWall } from '../pool/data-wall.ts';
import { isRepeatable, isUnavailable } from '../pool/errors.ts';
import { openDatabase, type OpenDatabase } from '../pool/pool.ts';
import type { Statements } from '../pool/statements.ts';
import { prepared } from '../pool/client.ts';

const statement = prepared(`
  select system_identifier::text as system, lsn::text, left(pg_walfile_name(lsn), 8) as timeline
  from pg_control_system(), pg_current_wal_flush_lsn() as flushed, pg_current_wal_insert_lsn() as inserted,
    lateral (select case current_setting('synchronous_commit') when 'off' then inserted else flushed end) as ends (lsn)`);

/** Milliseconds within which a replica must replay what the primary has written; then the primary is read. */
const replayTimeoutMs = 100;
const betweenLooksMs = 5;
/** Milliseconds during which a failed replica is not tried again, so that few reads wait for a dead machine. */
const restMs = 5000;
/** A dead machine does not refuse connections, so attempts have to time out. */
const connectTimeoutMs = 1000;
/** Maximum number of connections: one for each concurrent read of a node, so that none waits. */
const maxConnections = 24;

/** The outcomes of reads that may use a replica. */
export const replicaOutcomes = ['replica', 'behind', 'failed', 'resting'] as const;

type Outcome = (typeof replicaOutcomes)[number];

/** A read replica of the database. */
export interface Replica {
  /**
   * Numbers of reads from the replica, and from the primary because the replica was behind, failed, or had just failed.
   */
  readonly counts: Readonly<Record<Outcome, number>>;
  /**
   * Runs `read` in a read-only transaction of the replica after it has replayed everything that was committed before this
   * call, through any node; returns null if the primary has to be read, possibly after `read` has started.
   */
  read<Result>(read: (database: DatabaseTransaction) => Promise<Result>): Promise<{ result: Result } | null>;
  close(): Promise<void>;
}

/** Opens a replica by its URL; nothing connects before the first read. */
export function openReplica(
  url: string,
  primary: Pick<OpenDatabase, 'pool'>,
  { log, wall, statements }: { log: Logger; wall: DataWall | null; statements: Statements | null },
): Replica {
  const { database, close } = openDatabase(
    { connectionString: url, connectionTimeoutMillis: connectTimeoutMs },
    { max: maxConnections, wall, statements },
  );
  const counts: Record<Outcome, number> = { replica: 0, behind: 0, failed: 0, resting: 0 };
  let restsUntil = 0;

  function noteFailure(error: unknown): void {
    counts.failed++;
    // If the primary is unreachable, the subsequent read reports it.
    if (isRepeatable(error)) return;
    restsUntil = performance.now() + restMs;
    log.warn({ err: error }, 'the replica of the database failed; reading from the primary');
  }

  return {
    counts,
    close,
    async read(read) {
      if (performance.now() < restsUntil) {
        counts.resting++;
        return null;
      }
      const position = await readPosition(primary.pool).catch(() => null);
      if (!position) return null;
      try {
        const found = await database
          .transaction()
          // A snapshot is taken for each statement, so later ones see at least the replayed data.
          .setIsolationLevel('read committed')
          .setAccessMode('read only')
          .execute(async (transaction) =>
            (await hasReplayed(transaction, position)) ? { result: await read(transaction) } : null,
          );
        counts[found ? 'replica' : 'behind']++;
        return found;
      } catch (error) {
        if (isFinalError(error)) throw error;
        noteFailure(error);
        return null;
      }
    },
  };
}

/** Whether the primary would fail with the same error: one of the catalogue, or a statement timeout. */
function isFinalError(error: unknown): boolean {
  if (error instanceof CodedError) return !isUnavailable(error);
  return (error as { code?: string }).code === '57014';
}

/**
 * Waits briefly until a replica has replayed a position. False if it follows another database, was promoted, or has not
 * switched to the primary's timeline: after a failover it may have more of the former primary's WAL than the new
 * primary has.
 */
async function hasReplayed(database: DatabaseTransaction, position: Position): Promise<boolean> {
  const latest = performance.now() + replayTimeoutMs;
  for (;;) {
    const { rows } = await sql<{ follows: boolean | null; replayed: boolean | null }>`
      select pg_is_in_recovery() and system_identifier::text = ${position.system}
          and timeline_id = ${position.timeline}::int as follows,
        pg_last_wal_replay_lsn() >= ${position.lsn}::pg_lsn as replayed
      from pg_control_system(), pg_control_checkpoint()`.execute(database);
    const { follows = false, replayed = false } = rows[0] ?? {};
    if (follows && replayed) return true;
    if (!follows || performance.now() >= latest) return false;
    await sleep(betweenLooksMs);
  }
}

/** The write position of the primary. */
interface Position {
  /** Identifies the database cluster; each `initdb` creates a new one. */
  readonly system: string;
  /** Each failover starts a new timeline. Positions on two timelines cannot be compared. */
  readonly timeline: number;
  /**
   * The end of the flushed WAL: all visible data are before it. With `synchronous_commit` off this is true only of the
   * end of the inserted WAL, which may take 200 ms to reach a replica.
   */
  readonly lsn: string;
}

/** Reads the write position of the primary; throws if it does not respond or is a standby. */
async function readPosition(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ system: string; lsn: string; timeline: string }>(statement);
  const [row] = rows;
  if (!row) throw new Error('the primary did not return its write position');
  return { ...row, timeline: Number.parseInt(row.timeline, 16) };
}
