import { formatDate } from '#kernel/domain/text/dates.ts';

/** A day of the calendar, `YYYY-MM-DD`, as people write it: the same wherever one is. */
export function dayOf(day: string): string {
  return formatDate(`${day}T00:00:00.000Z`, 'UTC');
}
