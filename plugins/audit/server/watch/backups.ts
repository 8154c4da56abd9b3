import { sql } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { execute } from '#kernel/plugin-api/server.ts';
import type { WatchContext } from './settings.ts';
import { warnAdmins } from './warn-admins.ts';

/** The actions that the server logs about its own backups, with the notice for each. */
const notices: Readonly<Record<string, string>> = {
  'backup.fail': 'backup_failed',
  'backup.drill.fail': 'backup_drill_failed',
};

/** Warns of failed backups and restore drills, once per office day. */
export async function watchBackups(context: WatchContext, now: number): Promise<void> {
  if (!context.config.watch.backups) return;
  const rows = await execute(
    context.database,
    sql<{ action: string; date: string; count: number }>`
      select action, (at at time zone ${context.timeZone})::date::text as date, count(*)::int as count
      from kernel_v1_audit
      where at > ${new Date(now - dayMs)} and at <= ${new Date(now)} and action in (${sql.join(Object.keys(notices))})
      group by action, date order by action, date`,
  );
  for (const { action, date, count } of rows) {
    const kind = notices[action] ?? '';
    await warnAdmins(
      context,
      { kind, who: `installation ${date}`, adminId: null, count, payload: { count } },
      { now, pauseMs: null },
    );
  }
}
