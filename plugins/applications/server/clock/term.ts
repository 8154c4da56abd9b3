import { dayAt, daysBetween } from '#kernel/domain/text/index.ts';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import type { Status } from '../../contract.ts';
import type { Term, TermKind } from '../../contract/terms.ts';
import type { applications } from '../../manifest.ts';
import { endOfTerm, lastDayOfTerm, type WorkCalendar } from './calendar.ts';

/** The parts of the plugin's context that terms depend on. */
export type TermSettings = Pick<ServerContext<typeof applications>, 'config' | 'timeZone'>;

/** The calendar of the deployment. */
export function calendarOf({ config: { calendar }, timeZone }: TermSettings): WorkCalendar {
  return {
    timeZone,
    daysOff: new Set(calendar.daysOff),
    holidays: new Set(calendar.holidays),
    workingDays: new Set(calendar.workingDays),
    opens: calendar.opens,
    closes: calendar.closes,
  };
}

/** How many days of the calendar an application that comes now has. */
export function daysOfFirstTerm(settings: TermSettings, now = Date.now()): number {
  const { config, timeZone } = settings;
  const today = dayAt(now, timeZone);
  return daysBetween(
    today,
    lastDayOfTerm(today, config.deadlineDays, config.deadline.count, calendarOf(settings)),
  );
}

/** Whether a change of status reopens an application. */
export function reopens(from: Status, to: Status): boolean {
  return to === 'accepted' && (from === 'completed' || from === 'rejected');
}

/** The deadline of an application that is reopened now. */
export function termAfterReopening(settings: TermSettings, now = Date.now()): string {
  return end(settings, new Date(now).toISOString(), settings.config.deadline.reopeningDays);
}

/** A change of a deadline, as it is stored. */
export interface TermChange {
  readonly id: number;
  readonly kind: TermKind;
  readonly action_id: number;
  readonly former: string | null;
  readonly until: string;
  readonly createdAt: string;
}

/** The term of an application: the one since it came, or since it was reopened last. */
export interface TermState {
  readonly since: string;
  readonly until: string | null;
  readonly isOpen: boolean;
  readonly changes: readonly TermChange[];
}

/** The changes since the application came, or was reopened last. */
function currentChanges({ changes }: TermState): readonly TermChange[] {
  return changes.slice(changes.findLastIndex(({ kind }) => kind === 'reopening') + 1);
}

/** When the term began. */
export function startOfTerm(state: TermState): string {
  return state.changes.findLast(({ kind }) => kind === 'reopening')?.createdAt ?? state.since;
}

/** The first deadline of the term, before it was changed. */
export function firstDeadline(state: TermState): string | null {
  const [earliest] = currentChanges(state);
  return earliest ? earliest.former : state.until;
}

/** The deadline that further study or a transfer gives now; null where it is not possible, or was done already. */
export function deadlineAfter(
  kind: 'study' | 'transfer',
  state: TermState,
  settings: TermSettings,
  now = Date.now(),
): string | null {
  if (!state.isOpen || state.until === null || currentChanges(state).length > 0) return null;
  if (kind === 'transfer') return untilTransferred(state, state.until, settings, now);
  const until = end(settings, startOfTerm(state), settings.config.deadline.studyDays);
  return until > state.until ? until : null;
}

/**
 * The days to send an application on count from its arrival. Where they are over when that is seen, it is due a day from
 * now: a transfer makes no application late at once. It gives no time either, so what is late stays late.
 */
function untilTransferred(state: TermState, until: string, settings: TermSettings, now: number): string {
  const days = end(settings, startOfTerm(state), settings.config.deadline.transferDays);
  const aDay = end(settings, new Date(now).toISOString(), 1);
  const latest = days > aDay ? days : aDay;
  return latest < until ? latest : until;
}

/** The deadline that an extension by some days gives; null where there was one, or there is nothing to extend. */
export function extendedDeadline(days: number, state: TermState, settings: TermSettings): string | null {
  const done = currentChanges(state).map(({ kind }) => kind);
  if (!state.isOpen || state.until === null) return null;
  if (done.includes('extension') || done.includes('transfer')) return null;
  return end(settings, state.until, days);
}

/** The term as it is shown to a viewer, who extends it where they are a head. */
export function presentTerm(state: TermState, settings: TermSettings, isHead: boolean): Term {
  const days = settings.config.deadline.extensionDays;
  const extended = isHead ? extendedDeadline(days, state, settings) : null;
  return {
    since: startOfTerm(state),
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

function end(settings: TermSettings, from: string, days: number): string {
  return endOfTerm(from, days, settings.config.deadline.count, calendarOf(settings));
}
