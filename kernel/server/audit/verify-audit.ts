import { CompiledQuery, sql } from 'kysely';
import {
  auditSealLag as lag,
  type AuditFault,
  type AuditVerdict,
  type ReportProgress,
  type ServerContext,
} from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';
import { runStatement, type Queryable } from '../database/pool/run-statement.ts';
import type { Vault } from '../api/vault.ts';
import {
  firstPrevious,
  isSigned,
  readHead,
  sealableEntries,
  sealOf,
  type AuditHead,
  type ChainPosition,
} from './seal-audit.ts';

/** Descriptions of faults for the console; `at` is the id of an entry or of a seal. */
const sentences: Readonly<Record<AuditFault['code'], (at: number) => string>> = {
  seal_missing: (at: number) => `the seal ${at} is missing`,
  seal_moved: (at: number) => `the seal ${at} does not follow the one before it`,
  entry_missing: (at: number) => `the entry ${at} is missing`,
  entry_changed: (at: number) => `the entry ${at} was changed`,
  entry_backdated: (at: number) => `the entry ${at} was backdated`,
  entry_unsealed: (at: number) => `the entry ${at} has no seal`,
  end_unsigned: () => 'the signature of its end is missing',
  foreign_key: () => 'its end was not signed with the key of this installation',
  end_missing: (at: number) => `its end is missing: ${at} entries were sealed`,
  seals_changed: (at: number) => `the seals up to ${at} are not those that were signed`,
  seals_unsigned: (at: number) => `the seals after ${at} were not signed`,
  not_noted: (at: number) => `the seal ${at} differs from the recorded one`,
};

interface SealRow {
  readonly seq: number;
  readonly audit_id: number;
  readonly previous: string;
  readonly hash: string;
  readonly content: string | null;
  /** The time of the entry, in seconds since 1970. */
  readonly at: number | null;
}

const batch = 5000;
/** Seconds that no transaction exceeds: an entry sealed after newer ones is older by less than this. */
const longestDelay = 3600;

/**
 * Reads the whole chain and compares every seal with its entry, the end of the chain with the signed end, and one
 * position with a seal that was recorded elsewhere.
 */
export async function verifyAudit(
  database: Queryable,
  vault: Vault,
  noted: ChainPosition | null = null,
  report: ReportProgress = () => {},
): Promise<AuditVerdict> {
  const signed = await readHead(database);
  const total = await countSeals(database);
  const marks = [signed, noted].filter((mark) => mark !== null);
  const met = new Map<number, string>();
  let end: ChainPosition | null = null;
  let newest = Number.NEGATIVE_INFINITY;
  for (;;) {
    const rows = await readSeals(database, end?.seq ?? 0);
    for (const row of rows) {
      const fault = faultOf(row, end, newest);
      if (fault) return verdict(fault);
      end = { seq: row.seq, hash: row.hash };
      newest = Math.max(newest, row.at ?? newest);
      if (marks.some(({ seq }) => seq === row.seq)) met.set(row.seq, row.hash);
    }
    report(end?.seq ?? 0, Math.max(total, end?.seq ?? 0));
    if (rows.length < batch) break;
  }
  // Includes entries that were sealed and signed while the chain was read.
  const after = await readHead(database);
  return verdict(
    faultOfHead(vault, { signed, after, end, met }) ??
      (noted && met.get(noted.seq) !== noted.hash
        ? { code: 'not_noted', at: noted.seq }
        : await faultOfOld(database)),
  );

  async function verdict(fault: AuditFault | null): Promise<AuditVerdict> {
    const problem = fault && sentences[fault.code](fault.at);
    return { sealed: end?.seq ?? 0, unsealed: await countUnsealed(database), problem, fault, head: end };
  }
}

/** Compares the whole audit log with its seals, which plugins cannot read; an exception of `report` aborts it. */
export function verifyAuditLog(
  { database, vault }: Pick<ServerContext, 'database' | 'vault'>,
  report: ReportProgress,
): Promise<AuditVerdict> {
  const kernel = asKernel(database);
  async function query<Row>(text: string, values: readonly unknown[] = []): Promise<{ rows: Row[] }> {
    return kernel.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  }
  return verifyAudit({ query }, vault, null, report);
}

function readSeals(database: Queryable, after: number): Promise<SealRow[]> {
  return runStatement(
    database,
    sql<SealRow>`
      select s.seq, s.audit_id, s.previous, s.hash, extract(epoch from a.at)::float8 as at, a.content
      from audit_seals s left join ${sealableEntries} as a on a.id = s.audit_id
      where s.seq > ${after} order by s.seq limit ${batch}`,
  );
}

function faultOf(row: SealRow, before: ChainPosition | null, newest: number): AuditFault | null {
  const expected = (before?.seq ?? 0) + 1;
  const previous = before?.hash ?? firstPrevious;
  if (row.seq !== expected) return { code: 'seal_missing', at: expected };
  if (row.previous !== previous) return { code: 'seal_moved', at: row.seq };
  if (row.content === null) return { code: 'entry_missing', at: row.audit_id };
  if (row.hash !== sealOf(previous, row.content)) return { code: 'entry_changed', at: row.audit_id };
  if ((row.at ?? 0) < newest - longestDelay) return { code: 'entry_backdated', at: row.audit_id };
  return null;
}

function faultOfHead(
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
): AuditFault | null {
  if (after === null) return end === null ? null : { code: 'end_unsigned', at: end.seq };
  if (!isSigned(vault, after) || (signed !== null && !isSigned(vault, signed))) {
    return { code: 'foreign_key', at: after.seq };
  }
  if (signed !== null && signed.seq > (end?.seq ?? 0)) {
    return { code: 'end_missing', at: signed.seq };
  }
  if (signed !== null && met.get(signed.seq) !== signed.hash) {
    return { code: 'seals_changed', at: signed.seq };
  }
  return end !== null && after.seq < end.seq ? { code: 'seals_unsigned', at: after.seq } : null;
}

/** An unsealed entry of this age was inserted by hand; the sealer no longer reads it. */
async function faultOfOld(database: Queryable): Promise<AuditFault | null> {
  const [entry] = await runStatement(
    database,
    sql<{ id: number }>`
      select a.id from audit_log a
      where a.id <= (select max(audit_id) from audit_seals) - ${lag}
        and not exists (select from audit_seals s where s.audit_id = a.id)
      order by a.id limit 1`,
  );
  return entry ? { code: 'entry_unsealed', at: entry.id } : null;
}

async function countSeals(database: Queryable): Promise<number> {
  const [row] = await runStatement(
    database,
    sql<{ count: number }>`select coalesce(max(seq), 0)::int as count from audit_seals`,
  );
  return row?.count ?? 0;
}

async function countUnsealed(database: Queryable): Promise<number> {
  const [row] = await runStatement(
    database,
    sql<{ count: number }>`
      select count(*)::int as count from audit_log a
      where not exists (select from audit_seals s where s.audit_id = a.id)`,
  );
  return row?.count ?? 0;
}
