import { sql } from 'kysely';
import { fail } from '#kernel/plugin-api/contract.ts';
import { auditSealLag, type Database, type DatabaseTransaction, execute } from '#kernel/plugin-api/server.ts';

/**
 * The maximum number of sealed entries that a list counts one by one; if more are uncounted, such as after a
 * restore, the request is rejected until later.
 */
const maxUncounted = 100_000;
const retryAfter = 15;

/** A snapshot of the log. */
export interface LogSnapshot {
  readonly database: DatabaseTransaction;
  /** The entries that no counter contains: unsealed ones, and those sealed since the counters were written. */
  readonly uncounted: readonly number[];
}

/** Reads several parts of the log in one snapshot: an entry written meanwhile is in none of them. */
export function inSnapshot<Result>(
  database: Database,
  read: (log: LogSnapshot) => Promise<Result>,
): Promise<Result> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) =>
      read({ database: transaction, uncounted: await readUncounted(transaction) }),
    );
}

interface CountedRow {
  /** The seal up to which entries are counted, and the newest seal. */
  readonly counted: number;
  readonly sealed: number;
  /** The highest id of a sealed entry. */
  readonly newest: number;
}

/** Bounds are values, not subqueries: with an unknown one, the plan would read the whole log. */
async function readUncounted(database: DatabaseTransaction): Promise<number[]> {
  const [state] = await execute(
    database,
    sql<CountedRow>`
      select seq as counted, (select coalesce(max(seq), 0) from kernel_v1_audit_seals) as sealed,
        (select coalesce(max(audit_id), 0) from kernel_v1_audit_seals) as newest
      from kernel_v1_audit_counted`,
  );
  const { counted = 0, sealed = 0, newest = 0 } = state ?? {};
  if (sealed - counted > maxUncounted) throw fail('busy', { retryAfter });
  const after = newest - auditSealLag;
  const rows = await execute(
    database,
    sql<{ id: number }>`
      select audit_id as id from kernel_v1_audit_seals where seq > ${counted}
      union all
      select id from kernel_v1_audit as entry where id > ${after} and not exists (
        select from kernel_v1_audit_seals as seal where seal.audit_id = entry.id and seal.audit_id > ${after})`,
  );
  return rows.map(({ id }) => id);
}
