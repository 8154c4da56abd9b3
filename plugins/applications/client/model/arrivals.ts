import type { Application, ApplicationPage, StatusFilter } from '../../contract.ts';
import { isLate } from './deadline.ts';

/** What a list is filtered by, as far as a new arrival can be judged here. */
export interface ListFilter {
  readonly page: number;
  readonly status: StatusFilter | null;
  readonly neighborhood: number | null;
  readonly search: string;
  /** Newest first: the only order in which an arrival belongs at the top. */
  readonly newestFirst: boolean;
}

/** New applications beside a list that was read: those brought in at its top, and those that wait to be. */
export interface Arrivals {
  readonly shown: readonly Application[];
  readonly waiting: readonly Application[];
}

/** Nothing has come. */
export const noArrivals: Arrivals = { shown: [], waiting: [] };

/** Whether an application belongs among those that the filter asks for; a search is the server's to judge. */
export function matches(application: Application, filter: ListFilter, now: number): boolean {
  if (filter.search !== '') return false;
  if (filter.neighborhood !== null && application.neighborhood_id !== filter.neighborhood) return false;
  if (filter.status === null) return true;
  return filter.status === 'late' ? isLate(application, now) : application.status.status === filter.status;
}

/** Takes an arrival: to the top where nobody is disturbed (`atEase`), else among those that wait. None comes twice. */
export function arrive(arrivals: Arrivals, application: Application, atEase: boolean): Arrivals {
  const known = [...arrivals.shown, ...arrivals.waiting].some(({ id }) => id === application.id);
  if (known) return arrivals;
  return atEase
    ? { ...arrivals, shown: [application, ...arrivals.shown] }
    : { ...arrivals, waiting: [application, ...arrivals.waiting] };
}

/** Brings in those that wait. */
export function bringIn({ shown, waiting }: Arrivals): Arrivals {
  return { shown: [...waiting, ...shown], waiting: [] };
}

/** Drops what a newly read page already holds. */
export function settle(arrivals: Arrivals, items: readonly Application[]): Arrivals {
  const read = new Set(items.map(({ id }) => id));
  const rest = {
    shown: arrivals.shown.filter(({ id }) => !read.has(id)),
    waiting: arrivals.waiting.filter(({ id }) => !read.has(id)),
  };
  const unchanged =
    rest.shown.length === arrivals.shown.length && rest.waiting.length === arrivals.waiting.length;
  return unchanged ? arrivals : rest;
}

/** The page as it is now: arrivals on top, each application in its newest version, in the place where it stood. */
export function withArrivals(
  items: readonly Application[],
  arrivals: Arrivals,
  changed: Readonly<Record<number, Application>>,
): Application[] {
  const read = new Set(items.map(({ id }) => id));
  const fresh = arrivals.shown.filter(({ id }) => !read.has(id));
  return [...fresh, ...items].map((item) => newest(item, changed[item.id]));
}

/** The later of two versions of one application. */
export function newest<Version extends Application>(read: Version, heard: Application | undefined): Version {
  if (!heard || Date.parse(heard.updatedAt) <= Date.parse(read.updatedAt)) return read;
  // What was heard lacks what only the detail has, such as the timeline.
  return { ...read, ...heard };
}

export type Counts = ApplicationPage['counts'];

/** The counts after arrivals and changes, until they are read again. */
export function countsNow(
  counts: Counts,
  items: readonly Application[],
  arrivals: Arrivals,
  changed: Readonly<Record<number, Application>>,
  now: number,
): Counts {
  const next = { ...counts };
  for (const item of [...arrivals.shown, ...arrivals.waiting]) {
    next.all += 1;
    next[newest(item, changed[item.id]).status.status] += 1;
  }
  for (const item of items) {
    const current = newest(item, changed[item.id]);
    if (current.status.status === item.status.status) continue;
    next[item.status.status] = Math.max(0, next[item.status.status] - 1);
    next[current.status.status] += 1;
    if (isLate(item, now) && !isLate(current, now)) next.late = Math.max(0, next.late - 1);
  }
  return next;
}
