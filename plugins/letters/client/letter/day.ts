import { formatDate } from '#kernel/domain/text/dates.ts';

/** Formats a calendar day, `YYYY-MM-DD`, independent of the time zone. */
export function dayOf(day: string): string {
  return formatDate(`${day}T00:00:00.000Z`, 'UTC');
}
