import { formatCountdown, type Countdown } from '#kernel/domain/text/index.ts';
import { openStatuses, type Application } from '../../contract.ts';

/** The state of an application's deadline at a given time. */
export type Deadline =
  /** Answered, rejected or withdrawn: the deadline no longer counts; `at` is the time of closing. */
  | { readonly state: 'closed'; readonly at: string }
  /** The server set none. */
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly left: Countdown; readonly percent: number }
  | { readonly state: 'over' };

/** The fields of an application that determine its deadline. */
export type Timed = Pick<Application, 'status' | 'createdAt' | 'cancel_time'>;

/** Whether an application still waits for an answer. */
export function isOpen({ status }: Pick<Application, 'status'>): boolean {
  return (openStatuses as readonly string[]).includes(status.status);
}

/** The deadline of an application at `now` (ms); `percent` is the elapsed share of its time, 0 to 100. */
export function deadlineOf(application: Timed, now: number): Deadline {
  if (!isOpen(application)) return { state: 'closed', at: application.status.createdAt };
  const end = Date.parse(application.cancel_time ?? '');
  if (Number.isNaN(end)) return { state: 'none' };
  if (now >= end) return { state: 'over' };
  return {
    state: 'running',
    left: formatCountdown(end - now),
    percent: shareOf(application.createdAt, end, now),
  };
}

/** Whether an open application is past its deadline. */
export function isLate(application: Timed, now: number): boolean {
  return deadlineOf(application, now).state === 'over';
}

/** The elapsed share of the time from a start to an end (ms) at `now` (ms), 0 to 100. */
export function shareOf(since: string, end: number, now: number): number {
  const start = Date.parse(since);
  // A clock behind the server's must not yield a negative share.
  if (!(end > start)) return 100;
  return Math.min(100, Math.max(0, ((now - start) / (end - start)) * 100));
}
