import { sql } from 'kysely';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { watchBackups } from './backups.ts';
import { watchCountries } from './countries.ts';
import { watchCounts } from './counts.ts';
import { watchNights } from './nights.ts';
import type { Clock, WatchContext } from './settings.ts';

/** Days for which sent warnings are remembered; every window is shorter. */
const keptDays = 30;

/** Detects unusual activity, on one node at a time. */
export function scheduleWatch(context: WatchContext, clock: Clock): void {
  context.every('watch', clock.periodMs, () => watch(context, clock.now()));
}

/** Reports all unusual activity at a time (Unix milliseconds), each once. */
export async function watch(context: WatchContext, now: number): Promise<void> {
  await watchCounts(context, now);
  await watchNights(context, now);
  await watchCountries(context, now);
  await watchBackups(context, now);
  await sql`delete from audit_warnings where told_at < ${new Date(now - keptDays * dayMs)}`.execute(
    context.database,
  );
}
