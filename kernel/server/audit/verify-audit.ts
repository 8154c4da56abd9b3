import type { Vault } from '../installation/vault.ts';
import {
  contentOf,
  firstPrevious,
  isSigned,
  lag,
  readHead,
  sealOf,
  type AuditHead,
  type ChainPosition,
  type Queryable,
} from './seal-audit.ts';

/** Whether the audit log is as it was written. */
export interface AuditVerdict {
  readonly sealed: number;
  /** Rows that no seal covers yet; those of the last seconds are no reason to worry. */
  readonly unsealed: number;
  /** The first thing that is wrong, in English for the console, or null. */
  readonly problem: string | null;
  /** The newest seal, to be noted elsewhere. */
  readonly head: ChainPosition | null;
}

interface SealRow {
  readonly seq: number;
  readonly audit_id: number;
  readonly previous: string;
  readonly hash: string;
  readonly content: string | null;
  /** The moment of the entry, in seconds. */
  readonly at: number | null;
}

const batch = 5000;
/** No transaction is open for as many seconds: an entry that is sealed after newer ones is not as much older. */
const longestDelay = 3600;

/**
 * Goes through the whole chain and compares every seal with its row, the end of the chain with what was signed, and a place of
 * it with what somebody has noted elsewhere.
 */
export async function verifyAudit(
  database: Queryable,
  vault: Vault,
  noted: ChainPosition | null = null,
): Promise<AuditVerdict> {
  const signed = await readHead(database);
  const marks = [signed, noted].filter((mark) => mark !== null);
  const met = new Map<number, string>();
  let end: ChainPosition | null = null;
  let newest = Number.NEGATIVE_INFINITY;
  for (;;) {
    const rows = await readSeals(database, end?.seq ?? 0);
    for (const row of rows) {
      const problem = problemOf(row, end, newest);
      if (problem) return verdict(problem);
      end = { seq: row.seq, hash: row.hash };
      newest = Math.max(newest, row.at ?? newest);
      if (marks.some(({ seq }) => seq === row.seq)) met.set(row.seq, row.hash);
    }
    if (rows.length < batch) break;
  }
  // Rows sealed and signed while the chain was read belong to it.
  const after = await readHead(database);
  const problem =
    problemOfHead(vault, { signed, after, end, met }) ??
    (noted && met.get(noted.seq) !== noted.hash
      ? `the seal ${noted.seq} is not the one that was noted`
      : await problemOfOld(database));
  return verdict(problem);

  async function verdict(wrong: string | null): Promise<AuditVerdict> {
    return { sealed: end?.seq ?? 0, unsealed: await countUnsealed(database), problem: wrong, head: end };
  }
}

async function readSeals(database: Queryable, after: number): Promise<SealRow[]> {
  const { rows } = await database.query<SealRow>(
    `select s.seq, s.audit_id, s.previous, s.hash, extract(epoch from a.at)::float8 as at,
       case when a.id is not null then ${contentOf('a')} end as content
     from audit_seals s left join audit_log a on a.id = s.audit_id where s.seq > $1 order by s.seq limit ${batch}`,
    [after],
  );
  return rows;
}

function problemOf(row: SealRow, before: ChainPosition | null, newest: number): string | null {
  const expected = (before?.seq ?? 0) + 1;
  const previous = before?.hash ?? firstPrevious;
  if (row.seq !== expected) return `the seal ${expected} is missing`;
  if (row.previous !== previous) return `the seal ${row.seq} does not follow the one before it`;
  if (row.content === null) return `the entry ${row.audit_id} is missing`;
  if (row.hash !== sealOf(previous, row.content)) return `the entry ${row.audit_id} was changed`;
  if ((row.at ?? 0) < newest - longestDelay) return `the entry ${row.audit_id} was written into the past`;
  return null;
}

function problemOfHead(
  vault: Vault,
  {
    signed,
    after,
    end,
    met,
  }: {
    signed: AuditHead | null;
    after: AuditHead | null;
    end: ChainPosition | null;
    met: ReadonlyMap<number, string>;
  },
): string | null {
  if (after === null) return end === null ? null : 'the signature of its end is missing';
  if (!isSigned(vault, after) || (signed !== null && !isSigned(vault, signed))) {
    return 'its end was not signed with the key of this installation';
  }
  if (signed !== null && signed.seq > (end?.seq ?? 0)) {
    return `its end is missing: ${signed.seq} entries were sealed`;
  }
  if (signed !== null && met.get(signed.seq) !== signed.hash) {
    return `the seals up to ${signed.seq} are not those that were signed`;
  }
  return end !== null && after.seq < end.seq ? `the seals after ${after.seq} were not signed` : null;
}

/** An entry that came so late has been put there by hand: it is sealed no more. */
async function problemOfOld(database: Queryable): Promise<string | null> {
  const { rows } = await database.query<{ id: number }>(
    `select a.id from audit_log a
     where a.id <= (select max(audit_id) from audit_seals) - ${lag}
       and not exists (select from audit_seals s where s.audit_id = a.id)
     order by a.id limit 1`,
  );
  return rows[0] ? `the entry ${rows[0].id} has no seal` : null;
}

async function countUnsealed(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from audit_log a where not exists (select from audit_seals s where s.audit_id = a.id)',
  );
  return rows[0]?.count ?? 0;
}
