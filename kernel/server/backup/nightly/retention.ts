import { addDays, dayAt, daysSinceMonday } from '#kernel/domain/text/dates.ts';
import type { BackupKeep } from '../../config/backup-plan.ts';
import type { StoredBackup } from './target.ts';

/**
 * The backups that are no longer needed: all but the newest of each of the latest days, weeks and months with a backup,
 * as many as the plan says, in office time. Days without a backup do not count, so an installation that was stopped for
 * a month keeps its backups. The newest backup and those in `spared` are never included.
 */
export function chooseOutdated(
  backups: readonly StoredBackup[],
  keep: BackupKeep,
  { timeZone, spared }: { readonly timeZone: string; readonly spared: ReadonlySet<string> },
): string[] {
  const newestFirst = backups.toSorted((one, other) => other.at - one.at);
  const retained = new Set([...spared, ...newestFirst.slice(0, 1).map(({ name }) => name)]);
  const periods: [number, (day: string) => string][] = [
    [keep.days, (day) => day],
    [keep.weeks, mondayOf],
    [keep.months, (day) => day.slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string>();
    for (const { name, at } of newestFirst) {
      const period = periodOf(dayAt(at, timeZone));
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      retained.add(name);
    }
  }
  return newestFirst.map(({ name }) => name).filter((name) => !retained.has(name));
}

/** The Monday of a date's week, both as `YYYY-MM-DD`. */
function mondayOf(day: string): string {
  return addDays(day, -daysSinceMonday(day));
}
