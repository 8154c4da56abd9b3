import { dayAt, daysBetween } from '#kernel/domain/text/index.ts';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { Status } from '../../contract.ts';
import type { ApplicationDeadline, DeadlineChangeKind } from '../../contract/deadlines.ts';
import type { applications } from '../../manifest.ts';
import { deadlineFrom, deadlineDayFrom, type WorkCalendar } from './calendar.ts';

/** The parts of the plugin's context that deadlines depend on. */
export type DeadlineSettings = Pick<ServerContext<typeof applications>, 'config' | 'timeZone'>;

/** The calendar of the deployment. */
export function calendarOf({ config: { calendar }, timeZone }: DeadlineSettings): WorkCalendar {
  return {
    timeZone,
    daysOff: new Set(calendar.daysOff),
    holidays: new Set(calendar.holidays),
    workingDays: new Set(calendar.workingDays),
    opens: calendar.opens,
    closes: calendar.closes,
  };
}

/** The number of calendar days until the deadline of an application that is received now. */
export function daysUntilFirstDeadline(settings: DeadlineSettings, now = Date.now()): number {
  const { config, timeZone } = settings;
  const today = dayAt(now, timeZone);
  return daysBetween(
    today,
    deadlineDayFrom(today, config.deadlineDays, config.deadline.count, calendarOf(settings)),
  );
}

/** Whether a change of status reopens an application. */
export function reopens(from: Status, to: Status): boolean {
  return to === 'accepted' && (from === 'completed' || from === 'rejected');
}

/** The deadline of an application that is reopened now. */
export function deadlineAfterReopening(settings: DeadlineSettings, now = Date.now()): string {
  return end(settings, new Date(now).toISOString(), settings.config.deadline.reopeningDays);
}

/** A stored change of a deadline. */
export interface DeadlineChange {
  readonly id: number;
  readonly kind: DeadlineChangeKind;
  readonly action_id: number;
  readonly former: string | null;
  readonly until: string;
  readonly createdAt: string;
}

/** The deadline of an application since it was received or last reopened. */
export interface DeadlineState {
  readonly since: string;
  readonly until: string | null;
  readonly isOpen: boolean;
  readonly changes: readonly DeadlineChange[];
}

/** The changes since the application was received or last reopened. */
function currentChanges({ changes }: DeadlineState): readonly DeadlineChange[] {
  return changes.slice(changes.findLastIndex(({ kind }) => kind === 'reopening') + 1);
}

/** The start of the period until the deadline. */
export function deadlineStart(state: DeadlineState): string {
  return state.changes.findLast(({ kind }) => kind === 'reopening')?.createdAt ?? state.since;
}

/** The first deadline, before any change. */
export function firstDeadline(state: DeadlineState): string | null {
  const [earliest] = currentChanges(state);
  return earliest ? earliest.former : state.until;
}

/**
 * The deadline that results from further study or a transfer now; null if it is not possible, or was already
 * done.
 */
export function deadlineAfter(
  kind: 'study' | 'transfer',
  state: DeadlineState,
  settings: DeadlineSettings,
  now = Date.now(),
): string | null {
  if (!state.isOpen || state.until === null || currentChanges(state).length > 0) return null;
  if (kind === 'transfer') return untilTransferred(state, state.until, settings, now);
  const until = end(settings, deadlineStart(state), settings.config.deadline.studyDays);
  return until > state.until ? until : null;
}

/**
 * The days to transfer an application count from its arrival. If they have passed, it is due a day from now:
 * a transfer does not make an application overdue immediately. Nor does it give more time: an overdue one
 * stays overdue.
 */
function untilTransferred(
  state: DeadlineState,
  until: string,
  settings: DeadlineSettings,
  now: number,
): string {
  const days = end(settings, deadlineStart(state), settings.config.deadline.transferDays);
  const aDay = end(settings, new Date(now).toISOString(), 1);
  const latest = days > aDay ? days : aDay;
  return latest < until ? latest : until;
}

/**
 * The deadline that results from an extension by some days; null if it was already extended, or if there is
 * nothing to extend.
 */
export function extendedDeadline(
  days: number,
  state: DeadlineState,
  settings: DeadlineSettings,
): string | null {
  const done = currentChanges(state).map(({ kind }) => kind);
  if (!state.isOpen || state.until === null) return null;
  if (done.includes('extension') || done.includes('transfer')) return null;
  return end(settings, state.until, days);
}

/** The deadline as presented to a viewer; only heads may extend it. */
export function presentDeadline(
  state: DeadlineState,
  settings: DeadlineSettings,
  isHead: boolean,
): ApplicationDeadline {
  const days = settings.config.deadline.extensionDays;
  const extended = isHead ? extendedDeadline(days, state, settings) : null;
  return {
    since: deadlineStart(state),
    first: firstDeadline(state),
    until: state.until,
    changes: state.changes.map(({ id, kind, action_id, former, until, createdAt }) => ({
      id,
      kind,
      action_id,
      former,
      until,
      createdAt,
    })),
    may: {
      study: deadlineAfter('study', state, settings),
      transfer: deadlineAfter('transfer', state, settings),
      extension: extended === null ? null : { until: extended, days },
    },
  };
}

function end(settings: DeadlineSettings, from: string, days: number): string {
  return deadlineFrom(from, days, settings.config.deadline.count, calendarOf(settings));
}
