import type pg from 'pg';
import type { BackupState } from '../../services/ports.ts';

/** The kind of a run. */
export type RunKind = 'backup' | 'drill';

/** A started backup or drill. */
export interface Run {
  readonly id: number;
  readonly kind: RunKind;
  readonly name: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null while it runs, and if its node was killed. */
  readonly endedAt: number | null;
  readonly succeeded: boolean;
  readonly problem: string | null;
  readonly details: object;
}

/** The number of latest runs of a kind that are read to decide whether one is due. */
const newest = 50;
/** Days for which runs are stored. */
const retentionDays = 400;

/** The latest runs of a kind, newest first. */
export async function readRuns(pool: pg.Pool, kind: RunKind): Promise<Run[]> {
  const { rows } = await pool.query<Run>(
    `select id, kind, name, (extract(epoch from started_at) * 1000)::float8 as "startedAt",
       (extract(epoch from ended_at) * 1000)::float8 as "endedAt", succeeded, problem, details
     from backup_runs where kind = $1 order by id desc limit ${newest}`,
    [kind],
  );
  return rows;
}

/** Names of backups that were written but could not be read back. */
export async function readUnreadable(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from backup_runs where kind = 'backup' and not succeeded and name is not null`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Records the start of a run; returns its id. */
export async function beginRun(pool: pg.Pool, kind: RunKind, now: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into backup_runs (kind, started_at) values ($1, $2) returning id`,
    [kind, new Date(now)],
  );
  await pool.query(`delete from backup_runs where started_at < now() - $1 * interval '1 day'`, [
    retentionDays,
  ]);
  return rows[0]?.id ?? 0;
}

/** The result of a run. */
export interface RunEnd extends Pick<Run, 'name' | 'succeeded' | 'problem' | 'details'> {
  readonly endedAt: number;
}

/** Records the result of a run. */
export async function endRun(pool: pg.Pool, id: number, end: RunEnd): Promise<void> {
  await pool.query(
    `update backup_runs set name = $2, ended_at = $3, succeeded = $4, problem = $5, details = $6::jsonb where id = $1`,
    [id, end.name, new Date(end.endedAt), end.succeeded, end.problem, JSON.stringify(end.details)],
  );
}

/** The state of both kinds. */
export async function readBackupStates(pool: pg.Pool): Promise<BackupState[]> {
  const { rows } = await pool.query<BackupState>(
    `select kind, coalesce(extract(epoch from (select max(started_at) from backup_runs r
         where r.kind = k.kind and r.succeeded)), 0)::float8 as "lastSuccess",
       coalesce((select not r.succeeded from backup_runs r where r.kind = k.kind and r.ended_at is not null
         order by id desc limit 1), false) as failing
     from unnest(array['backup', 'drill']) as k(kind)`,
  );
  return rows;
}
