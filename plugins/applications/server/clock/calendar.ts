import {
  addDays,
  dayAt,
  dayMs,
  daysBetween,
  daysSinceMonday,
  formatTime,
  offsetAt,
} from '#kernel/domain/text/dates.ts';
import { type Weekday, weekdays } from '../../contract/deadlines.ts';

/** How the days until a deadline are counted: calendar days, calendar days that end on a working day, or working days. */
export type DayCount = 'calendar' | 'calendar_to_working' | 'working';

/** The working days and office hours, in a time zone. */
export interface WorkCalendar {
  readonly timeZone: string;
  readonly daysOff: ReadonlySet<Weekday>;
  /** `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>;
  /** Days off that are worked, since they were moved to another day. */
  readonly workingDays: ReadonlySet<string>;
  /** `HH:MM`, 24 hours. */
  readonly opens: string;
  readonly closes: string;
}

/** The maximum number of consecutive days off; limits the search in a calendar without working days. */
const longestRest = 60;

/** Whether a day (`YYYY-MM-DD`) is a working day. */
export function isWorkingDay(day: string, calendar: WorkCalendar): boolean {
  if (calendar.workingDays.has(day)) return true;
  if (calendar.holidays.has(day)) return false;
  const weekday = weekdays[daysSinceMonday(day)];
  return weekday !== undefined && !calendar.daysOff.has(weekday);
}

/** A day itself if it is a working day, otherwise the next working day. */
export function nextWorkingDay(day: string, calendar: WorkCalendar): string {
  return nearestWorkingDay(day, 1, calendar);
}

/** A day itself if it is a working day, otherwise the working day before it. */
export function lastWorkingDay(day: string, calendar: WorkCalendar): string {
  return nearestWorkingDay(day, -1, calendar);
}

/** Returns the day of a deadline: a number of days after another day, which is not counted. */
export function deadlineDayFrom(from: string, days: number, count: DayCount, calendar: WorkCalendar): string {
  if (count === 'calendar') return addDays(from, days);
  if (count === 'calendar_to_working') return nextWorkingDay(addDays(from, days), calendar);
  let day = from;
  for (let left = days; left > 0; left--) day = nextWorkingDay(addDays(day, 1), calendar);
  return day;
}

/**
 * Returns the deadline a number of counted days after a time, at the same local time of day; both are ISO
 * 8601.
 */
export function deadlineFrom(from: string, days: number, count: DayCount, calendar: WorkCalendar): string {
  const start = Date.parse(from);
  const first = dayAt(start, calendar.timeZone);
  const between = daysBetween(first, deadlineDayFrom(first, days, count, calendar));
  const end = start + between * dayMs;
  // Across a clock change, the local time of day stays the same.
  return new Date(end + offsetAt(start, calendar.timeZone) - offsetAt(end, calendar.timeZone)).toISOString();
}

/** Whether the office is open at a time (Unix milliseconds). */
export function isOpenAt(moment: number, calendar: WorkCalendar): boolean {
  const time = formatTime(new Date(moment).toISOString(), calendar.timeZone);
  return (
    isWorkingDay(dayAt(moment, calendar.timeZone), calendar) &&
    time >= calendar.opens &&
    time < calendar.closes
  );
}

/**
 * The last deadline day to warn of on a working day, `days` ahead. If the exact day is a day off, the warning
 * is sent on the working day before it, so that it is never late.
 */
export function lastDayToWarnOf(
  today: string,
  days: number,
  count: DayCount,
  calendar: WorkCalendar,
): string {
  let last = today;
  for (let day = addDays(today, 1); daysBetween(today, day) <= longestRest; day = addDays(day, 1)) {
    if (lastWorkingDay(dayBefore(day, days, count, calendar), calendar) > today) break;
    last = day;
  }
  return last;
}

function dayBefore(day: string, days: number, count: DayCount, calendar: WorkCalendar): string {
  if (count !== 'working') return addDays(day, -days);
  let before = day;
  for (let left = days; left > 0; left--) before = lastWorkingDay(addDays(before, -1), calendar);
  return before;
}

function nearestWorkingDay(from: string, step: 1 | -1, calendar: WorkCalendar): string {
  let day = from;
  for (let tried = 0; tried <= longestRest; tried++) {
    if (isWorkingDay(day, calendar)) return day;
    day = addDays(day, step);
  }
  throw new Error(`the calendar has no working day within ${longestRest} days of ${from}`);
}
