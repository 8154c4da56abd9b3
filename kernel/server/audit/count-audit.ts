import { sql } from 'kysely';
import type { Database } from '../api/index.ts';

/** Entries that are counted per transaction. */
const batch = 2000;

/**
 * Adds the entries sealed since the last run to the counters of the list (kernel/decisions/0042-audit-page.md); returns
 * how many. Every entry gets one seal, so it is counted once, even if it was committed late.
 */
export async function countAudit(database: Database, maxEntries: number = batch): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    // Another node that counts concurrently waits here, and continues where this one ends.
    const { rows } = await sql<{ after: number; up_to: number }>`
      select counted.seq as after,
        least(counted.seq + ${maxEntries}, (select coalesce(max(seq), 0) from audit_seals)) as up_to
      from audit_counted as counted for update`.execute(transaction);
    const [range] = rows;
    if (!range || range.up_to <= range.after) return 0;
    await sql`select audit_count(${range.after}, ${range.up_to})`.execute(transaction);
    await sql`update audit_counted set seq = ${range.up_to}`.execute(transaction);
    return range.up_to - range.after;
  });
}

/** Counts all sealed entries. */
export async function countWholeAudit(database: Database): Promise<void> {
  while ((await countAudit(database)) > 0);
}
