import type pg from 'pg';
import { contentOf, firstPrevious, sealOf } from './seal.ts';

/** Whether the audit log is as it was written. */
export interface AuditVerdict {
  readonly sealed: number;
  /** Rows that no seal covers yet; those of the last seconds are no reason to worry. */
  readonly unsealed: number;
  /** The first thing that is wrong, in English for the console, or null. */
  readonly problem: string | null;
}

const batch = 5000;

/** Goes through the whole chain and compares every seal with its row. */
export async function verifyAudit(pool: pg.Pool): Promise<AuditVerdict> {
  let seq = 0;
  let previous = firstPrevious;
  for (;;) {
    const { rows } = await pool.query<{
      seq: number;
      audit_id: number;
      previous: string;
      hash: string;
      content: string | null;
    }>(
      `select s.seq, s.audit_id, s.previous, s.hash, case when a.id is not null then ${contentOf('a')} end as content
       from audit_seals s left join audit_log a on a.id = s.audit_id where s.seq > $1 order by s.seq limit ${batch}`,
      [seq],
    );
    for (const row of rows) {
      const problem = problemOf(row, seq + 1, previous);
      if (problem) return { sealed: seq, unsealed: await countUnsealed(pool), problem };
      ({ seq, hash: previous } = row);
    }
    if (rows.length < batch) return { sealed: seq, unsealed: await countUnsealed(pool), problem: null };
  }
}

function problemOf(
  row: { seq: number; audit_id: number; previous: string; hash: string; content: string | null },
  expected: number,
  previous: string,
): string | null {
  if (row.seq !== expected) return `the seal ${expected} is missing`;
  if (row.previous !== previous) return `the seal ${row.seq} does not follow the one before it`;
  if (row.content === null) return `the entry ${row.audit_id} is missing`;
  if (row.hash !== sealOf(previous, row.content)) return `the entry ${row.audit_id} was changed`;
  return null;
}

async function countUnsealed(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) from audit_log a where not exists (select from audit_seals s where s.audit_id = a.id)',
  );
  return rows[0]?.count ?? 0;
}
