import { addDays, dayAt, dayMs, formatTime } from '#kernel/domain/text/dates.ts';
import { pauseAfter } from '../../concurrency/retry.ts';
import type { Run } from './runs.ts';

const minute = 60_000;
/** Not `retry`, whose attempts end with the process: those of a night are in the database, and any node makes the next one. */
const retryPolicy = { delayMs: 15 * minute, maxDelayMs: 2 * 60 * minute };
/** A drill is heavier, and its failure rarely passes by itself. */
const drillRetryMs = dayMs;

/** How far the clocks of two nodes may differ. */
const maxSkewMs = 60 * minute;

/** A run of the future was made while a clock was ahead: it must not count until that moment has come. */
function withoutFuture(runs: readonly Run[], now: number): readonly Run[] {
  return runs.filter(({ startedAt }) => startedAt <= now + maxSkewMs);
}

/** The last moment until now at which it was so late in the office: milliseconds since 1970. */
export function lastScheduledTime(now: number, at: string, timeZone: string): number {
  const today = dayAt(now, timeZone);
  const turn = momentOfOffice(today, at, timeZone);
  return turn <= now ? turn : momentOfOffice(addDays(today, -1), at, timeZone);
}

/**
 * Whether a backup is due: none has succeeded since the last scheduled time (`turn`), and the pause after the last failed attempt
 * is over. `runs` are the newest ones, newest first.
 */
export function isBackupDue(runs: readonly Run[], turn: number, now: number): boolean {
  const since = withoutFuture(runs, now).filter(({ startedAt }) => startedAt >= turn);
  if (since.some(({ succeeded }) => succeeded)) return false;
  const [last] = since;
  if (!last) return true;
  return now >= (last.endedAt ?? last.startedAt) + pauseAfter(since.length, retryPolicy);
}

/** Whether a restore drill should be made now; never where there is no backup yet, or `days` is 0. */
export function isDrillDue(
  drills: readonly Run[],
  { days, hasBackup, now }: { readonly days: number; readonly hasBackup: boolean; readonly now: number },
): boolean {
  if (days === 0 || !hasBackup) return false;
  const known = withoutFuture(drills, now);
  const good = known.find(({ succeeded }) => succeeded);
  // Half an hour earlier, so that a weekly one does not move from night to night.
  if (good && now < good.startedAt + days * dayMs - 30 * minute) return false;
  const [last] = known;
  return !last || last.succeeded || now >= last.startedAt + drillRetryMs;
}

/** When it is so late in a zone on a day; where clocks are put forward past it, the moment after. */
function momentOfOffice(date: string, at: string, timeZone: string): number {
  const wanted = Date.parse(`${date}T${at}:00Z`);
  let moment = wanted;
  // Twice, since the offset may be another one at the moment that was guessed.
  for (let round = 0; round < 2; round++) {
    const shown = Date.parse(
      `${dayAt(moment, timeZone)}T${formatTime(new Date(moment).toISOString(), timeZone)}:00Z`,
    );
    moment += wanted - shown;
  }
  return moment;
}
