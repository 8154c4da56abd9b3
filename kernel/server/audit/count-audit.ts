import { sql } from 'kysely';
import type { Database } from '../api/index.ts';

/** Nobody adds to an hour that ended so long ago: no transaction is open for as long. */
const longestDelay = sql`interval '1 hour'`;
/** Hours that are counted in one transaction. */
const hoursAtOnce = 24 * 7;

/**
 * Counts the entries of the hours that are complete, which the list adds up in place of the entries; returns how many hours.
 * The log is append-only, so an hour is counted once.
 */
export async function countAudit(database: Database, mostHours: number = hoursAtOnce): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    // A second node that counts at the same time waits here, and goes on from there.
    await sql`
      insert into audit_counted (until)
      select date_trunc('hour', min(at), 'UTC') from audit_log having min(at) is not null
      on conflict do nothing`.execute(transaction);
    const { rows } = await sql<{ from: string; to: string; hours: number }>`
      select until as "from", "to", (extract(epoch from "to" - until) / 3600)::int as hours
      from audit_counted, least(date_trunc('hour', now() - ${longestDelay}, 'UTC'),
        until + ${mostHours} * interval '1 hour') as "to"
      for update of audit_counted`.execute(transaction);
    const [range] = rows;
    if (!range || range.hours <= 0) return 0;
    await sql`
      insert into audit_hours (admin_id, plugin, action, subject_type, hour, count)
      select coalesce(admin_id, 0), coalesce(plugin, ''), coalesce(action, ''), coalesce(subject_type, ''), hour, sum(count)
      from (
        select coalesce(admin_id, -1) as admin_id, split_part(action, '.', 1) as plugin, action, subject_type,
          date_trunc('hour', at, 'UTC') as hour, count(*) as count
        from audit_log where at >= ${range.from} and at < ${range.to} group by 1, 2, 3, 4, 5
      ) as entry
      group by hour, grouping sets (
        (), (admin_id), (plugin), (action), (subject_type),
        (admin_id, plugin), (admin_id, action), (admin_id, subject_type), (plugin, subject_type), (action, subject_type),
        (admin_id, plugin, subject_type), (admin_id, action, subject_type))`.execute(transaction);
    await sql`update audit_counted set until = ${range.to}`.execute(transaction);
    return range.hours;
  });
}
