import type pg from 'pg';
import { prepared } from '../pool/client.ts';

/** How far the primary has written. */
export interface Position {
  /** Begins anew with each `initdb`: another database has another one. */
  readonly system: string;
  /** Each failover begins a new one. Positions of two timelines cannot be compared. */
  readonly timeline: number;
  /**
   * The end of what was flushed of the WAL: whatever is visible is before it. With `synchronous_commit` off that is true of the
   * end of what was inserted alone, which may wait 200 ms until a replica gets it.
   */
  readonly lsn: string;
}

const statement = prepared(`
  select system_identifier::text as system, lsn::text, left(pg_walfile_name(lsn), 8) as timeline
  from pg_control_system(), pg_current_wal_flush_lsn() as flushed, pg_current_wal_insert_lsn() as inserted,
    lateral (select case current_setting('synchronous_commit') when 'off' then inserted else flushed end) as ends (lsn)`);

/** Asks the primary how far it has written; throws where it does not answer or follows another one. */
export async function readPosition(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ system: string; lsn: string; timeline: string }>(statement);
  const [row] = rows;
  if (!row) throw new Error('the primary does not say how far it has written');
  return { ...row, timeline: Number.parseInt(row.timeline, 16) };
}
