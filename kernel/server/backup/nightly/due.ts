import { addDays, dayAt, dayMs, minuteMs, momentAt } from '#kernel/domain/text/dates.ts';
import { pauseAfter } from '../../concurrency/retry.ts';
import type { Run } from './runs.ts';

/**
 * Not `retry`, whose attempts end with the process: the attempts of a night are in the database, and any node makes the
 * next one.
 */
const retryPolicy = { delayMs: 15 * minuteMs, maxDelayMs: 2 * 60 * minuteMs };
/** Milliseconds after which a failed drill is repeated: it costs more than a backup, and its failure is rarely temporary. */
const drillRetryMs = dayMs;

/** The maximum difference between the clocks of two nodes, in milliseconds. */
const maxSkewMs = 60 * minuteMs;

/** Without runs of the future, which a clock that was ahead has recorded: they do not count until that time. */
function withoutFuture(runs: readonly Run[], now: number): readonly Run[] {
  return runs.filter(({ startedAt }) => startedAt <= now + maxSkewMs);
}

/** The last scheduled time up to now, in the office's time zone: milliseconds since 1970. */
export function lastScheduledTime(now: number, at: string, timeZone: string): number {
  const today = dayAt(now, timeZone);
  const scheduled = momentAt(today, at, timeZone);
  return scheduled <= now ? scheduled : momentAt(addDays(today, -1), at, timeZone);
}

/**
 * Whether a backup is due: none has succeeded since the last scheduled time (`scheduled`), and the pause after the last
 * failed attempt is over. `runs` are the latest ones, newest first.
 */
export function isBackupDue(runs: readonly Run[], scheduled: number, now: number): boolean {
  const since = withoutFuture(runs, now).filter(({ startedAt }) => startedAt >= scheduled);
  if (since.some(({ succeeded }) => succeeded)) return false;
  const [last] = since;
  if (!last) return true;
  return now >= (last.endedAt ?? last.startedAt) + pauseAfter(since.length, retryPolicy);
}

/** Whether a restore drill is due; never if there is no backup yet, or if `days` is 0. */
export function isDrillDue(
  drills: readonly Run[],
  { days, hasBackup, now }: { readonly days: number; readonly hasBackup: boolean; readonly now: number },
): boolean {
  if (days === 0 || !hasBackup) return false;
  const known = withoutFuture(drills, now);
  const good = known.find(({ succeeded }) => succeeded);
  // Half an hour earlier, so that a weekly drill does not move to the next night.
  if (good && now < good.startedAt + days * dayMs - 30 * minuteMs) return false;
  const [last] = known;
  return !last || last.succeeded || now >= last.startedAt + drillRetryMs;
}
