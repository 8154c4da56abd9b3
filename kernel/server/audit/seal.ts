import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The hash before the first. */
export const firstPrevious = '0'.repeat(64);

/** One sealer at a time, whoever asks. */
const sealLock = 4_607_004;
const batch = 2000;
/** A row may be committed after rows of higher ids; none lags behind by as many as this. */
const lag = 20_000;

/** An audit row as it is hashed: what the database holds, in a fixed form. */
export interface SealableRow {
  readonly id: number;
  readonly content: string;
}

/** What is hashed of a row; jsonb prints one value in one way. */
export const contentOf = (row: string): string =>
  `concat_ws(chr(31), ${row}.id, extract(epoch from ${row}.at), coalesce(${row}.admin_id::text, '-'),
    coalesce(${row}.session_id::text, '-'), coalesce(${row}.address, '-'), ${row}.action, ${row}.subject_type,
    coalesce(${row}.subject_id::text, '-'), ${row}.details::text)`;

/** The seal of a row: a hash over the seal before it and the row. */
export function sealOf(previous: string, content: string): string {
  return createHash('sha256').update(`${previous}\n${content}`).digest('hex');
}

/** Appends the rows that have no seal yet to the chain, in the order in which it finds them. Answers how many. */
export async function sealAudit(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    let sealed = 0;
    for (let count = batch; count === batch; sealed += count) count = await sealBatch(client);
    return sealed;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function sealBatch(client: pg.PoolClient): Promise<number> {
  await client.query('begin');
  const { rows: lock } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock($1) taken',
    [sealLock],
  );
  if (!lock[0]?.taken) {
    await client.query('rollback');
    return 0;
  }
  const last = await client.query<{ seq: number; hash: string }>(
    'select seq, hash from audit_seals order by seq desc limit 1',
  );
  const { rows } = await client.query<SealableRow>(
    `select a.id, ${contentOf('a')} as content from audit_log a
     where a.id > coalesce((select max(audit_id) from audit_seals), 0) - ${lag}
       and not exists (select from audit_seals s where s.audit_id = a.id)
     order by a.id limit ${batch}`,
  );
  let previous = last.rows[0]?.hash ?? firstPrevious;
  const first = (last.rows[0]?.seq ?? 0) + 1;
  const seals = rows.map(({ id, content }, index) => {
    const seal = { seq: first + index, audit_id: id, previous, hash: sealOf(previous, content) };
    previous = seal.hash;
    return seal;
  });
  if (seals.length > 0) {
    await client.query(
      `insert into audit_seals (seq, audit_id, previous, hash)
       select seq, audit_id, previous, hash
       from json_to_recordset($1) as given (seq bigint, audit_id bigint, previous text, hash text)`,
      [JSON.stringify(seals)],
    );
  }
  await client.query('commit');
  return rows.length;
}
