import { sql } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import type { Clock } from '#kernel/plugin-api/server.ts';
import { watchBackups } from './backups.ts';
import { watchCountries } from './countries.ts';
import { watchCounts } from './counts.ts';
import { watchNights } from './nights.ts';
import type { WatchContext } from './settings.ts';

/** Days for which sent warnings are remembered; every window is shorter. */
const retentionDays = 30;

/** Detects unusual activity, on one node at a time. */
export function scheduleWatch(context: WatchContext, clock: Clock): void {
  context.every('watch', clock.periodMs, () => watch(context, clock.now()));
}

const checks = [watchCounts, watchNights, watchCountries, watchBackups];

/**
 * Reports everything unusual at a moment (milliseconds since 1970), once each. A check that fails hides nothing that another one
 * finds; its error is thrown at the end.
 */
export async function watch(context: WatchContext, now: number): Promise<void> {
  const errors: unknown[] = [];
  for (const check of checks) {
    await check(context, now).catch((error: unknown) => errors.push(error));
  }
  await sql`delete from audit_warnings where told_at < ${new Date(now - retentionDays * dayMs)}`.execute(
    context.database,
  );
  if (errors.length > 0) throw errors[0];
}
