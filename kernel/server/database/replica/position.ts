import type pg from 'pg';
import { prepared } from '../pool/client.ts';

/** How far the primary has written. */
export interface Position {
  /** Begins anew with each `initdb`: another database has another one. */
  readonly system: string;
  /** Each failover begins a new one. Positions of two timelines cannot be compared. */
  readonly timeline: number;
  /** The end of what was inserted into the WAL: whatever is visible, also with `synchronous_commit` off, is before it. */
  readonly lsn: string;
}

const statement = prepared(`
  select system_identifier::text as system, lsn::text, left(pg_walfile_name(lsn), 8) as timeline
  from pg_control_system(), pg_current_wal_insert_lsn() as lsn`);

/** Asks the primary how far it has written; throws where it does not answer or follows another one. */
export async function readPosition(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ system: string; lsn: string; timeline: string }>(statement);
  const [row] = rows;
  if (!row) throw new Error('the primary does not say how far it has written');
  return { ...row, timeline: Number.parseInt(row.timeline, 16) };
}
