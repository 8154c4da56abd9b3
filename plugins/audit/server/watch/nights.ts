import { sql } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { execute } from '#kernel/plugin-api/server.ts';
import { exportEndings } from './kinds.ts';
import type { WatchContext } from './settings.ts';
import { warnAdmins } from './warn-admins.ts';

interface NightRow {
  readonly admin_id: number;
  /** The day on which the night started. */
  readonly night: string;
  readonly count: number;
}

/** Warns of each person who exported data at night, once a night. */
export async function watchNights(context: WatchContext, now: number): Promise<void> {
  const { nightExports, nightFrom, nightTo } = context.config.watch;
  if (!nightExports || nightFrom === nightTo) return;
  for (const { admin_id: adminId, night, count } of await readNightExports(context, now)) {
    const who = `admin ${adminId} ${night}`;
    await warnAdmins(
      context,
      { kind: 'unusual_night_export', who, adminId, count, payload: {} },
      { now, pauseMs: null },
    );
  }
}

/** A night belongs to the day on which it starts, also after midnight. */
function readNightExports({ database, config, timeZone }: WatchContext, now: number): Promise<NightRow[]> {
  const { nightFrom, nightTo } = config.watch;
  const local = sql`(at at time zone ${timeZone})`;
  const begun = sql`${local}::time >= ${nightFrom}::time`;
  const notOver = sql`${local}::time < ${nightTo}::time`;
  const isNight = nightFrom < nightTo ? sql`${begun} and ${notOver}` : sql`(${begun} or ${notOver})`;
  const isExport = sql.join(
    exportEndings.map((ending) => sql`action like ${`%.${ending}`}`),
    sql` or `,
  );
  return execute(
    database,
    sql<NightRow>`
      select admin_id, (${local} - ${nightTo}::interval)::date::text as night, count(*)::int as count
      from kernel_v1_audit
      where at > ${new Date(now - dayMs)} and at <= ${new Date(now)} and admin_id is not null and (${isExport}) and ${isNight}
      group by admin_id, night order by admin_id, night`,
  );
}
