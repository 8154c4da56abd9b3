import { addDays, dayAt, dayMs, daysBetween } from '#kernel/domain/text/index.ts';
import { type Weekday, weekdays } from '../../contract/deadlines.ts';

/** How the days until a deadline are counted: calendar days, calendar days that end on a working day, or working days. */
export type DayCount = 'calendar' | 'calendar_to_working' | 'working';

/** Which days are worked, and when, in a time zone. */
export interface WorkCalendar {
  readonly timeZone: string;
  readonly daysOff: ReadonlySet<Weekday>;
  /** `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>;
  /** Days off that are worked, since their rest was moved to another day. */
  readonly workingDays: ReadonlySet<string>;
  /** `HH:MM`, 24 hours. */
  readonly opens: string;
  readonly closes: string;
}

/** No office is closed for longer; a calendar in which it is would be searched without end. */
const longestRest = 60;

/** Whether a day (`YYYY-MM-DD`) is worked. */
export function isWorkingDay(day: string, calendar: WorkCalendar): boolean {
  if (calendar.workingDays.has(day)) return true;
  if (calendar.holidays.has(day)) return false;
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
  return weekday !== undefined && !calendar.daysOff.has(weekday);
}

/** The working day on which a day falls, or the next one. */
export function nextWorkingDay(day: string, calendar: WorkCalendar): string {
  return nearestWorkingDay(day, 1, calendar);
}

/** The working day on which a day falls, or the one before it. */
export function lastWorkingDay(day: string, calendar: WorkCalendar): string {
  return nearestWorkingDay(day, -1, calendar);
}

/** Returns the day of a deadline a number of days after another day, which does not count. */
export function deadlineDayFrom(from: string, days: number, count: DayCount, calendar: WorkCalendar): string {
  if (count === 'calendar') return addDays(from, days);
  if (count === 'calendar_to_working') return nextWorkingDay(addDays(from, days), calendar);
  let day = from;
  for (let left = days; left > 0; left--) day = nextWorkingDay(addDays(day, 1), calendar);
  return day;
}

/** Returns the deadline a number of counted days after a time, at the same time of day; both as ISO 8601. */
export function deadlineFrom(from: string, days: number, count: DayCount, calendar: WorkCalendar): string {
  const start = Date.parse(from);
  const first = dayAt(start, calendar.timeZone);
  const between = daysBetween(first, deadlineDayFrom(first, days, count, calendar));
  const end = start + between * dayMs;
  // Where clocks change, the hour stays.
  return new Date(end + offsetAt(start, calendar.timeZone) - offsetAt(end, calendar.timeZone)).toISOString();
}

/** Whether the office is open at a moment (milliseconds since 1970). */
export function isOpenAt(moment: number, calendar: WorkCalendar): boolean {
  const time = localTime(moment, calendar.timeZone).slice(11, 16);
  return (
    isWorkingDay(dayAt(moment, calendar.timeZone), calendar) &&
    time >= calendar.opens &&
    time < calendar.closes
  );
}

/**
 * The last day whose deadlines are warned of on a working day, `days` before each. The warning of a deadline comes on that
 * day or, where it is a day off, on the working day before, so that it is never late.
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

/** How far the clocks of a zone are ahead, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const seconds = Math.floor(moment / 1000) * 1000;
  return Date.parse(`${localTime(seconds, timeZone).replace(' ', 'T')}Z`) - seconds;
}

/** `YYYY-MM-DD HH:MM:SS` in a zone. */
function localTime(moment: number, timeZone: string): string {
  return new Date(moment).toLocaleString('sv-SE', { timeZone });
}
