import { readPage } from '#kernel/plugin-api/contract.ts';
import {
  readCachedQueries,
  refetchDocuments,
  refetchQueries,
  send,
  session,
  throttle,
  updateCachedQueries,
} from '#kernel/plugin-api/client.ts';
import type { Application } from '../../contract.ts';
import { addPending, pendingStore, highlightNew, listView } from './pending-store.ts';
import { countArrival, filterOf, matches, prependApplications, takeVersion } from '../model/list-updates.ts';
import type { Reader } from '../model/match-filters.ts';
import { viewsDocument } from './filter-queries.ts';
import { applicationDocument, applicationsDocument, deadlineDocument } from './queries.ts';

/** Reads the menu's views and their counts again where they are shown: in one request, at most every two seconds. */
export const refreshViews = throttle(() => void refetchDocuments(viewsDocument), 2000);

/** Shows a new application at the top of the list, or adds it to the pending ones if that would disturb the reader. */
export function onReceived(application: Application): void {
  refreshViews();
  const now = Date.now();
  updateCachedQueries(applicationsDocument, ({ applications: page }, { query }) => {
    if (isKnown(page.items, application.id)) return null;
    const filter = filterOf(query);
    const reader = currentReader();
    const counted = countArrival(page, application, filter, now, reader);
    if (!matches(application, filter, now, reader)) return { applications: counted };
    if (filter.page !== 1 || !filter.newestFirst || !listView.canInsert()) {
      addPending(application);
      return { applications: counted };
    }
    highlightNew([application.id]);
    return { applications: prependApplications(counted, [application]) };
  });
}

/** Shows a newer version of an application in the list, and reads the open one again for its timeline. */
export function onChanged(application: Application): void {
  refreshViews();
  const now = Date.now();
  updateCachedQueries(applicationsDocument, ({ applications: page }) => {
    const applications = takeVersion(page, application, now);
    return applications === null ? null : { applications };
  });
  const shown = readCachedQueries(applicationDocument);
  if (shown.some(({ data }) => Number(data.application.id) === application.id))
    void refetchQueries(applicationDocument, deadlineDocument);
}

/**
 * An application has left a neighbourhood: users who still have access to it continue reading, the others no
 * longer see it.
 */
export function onLeft(): void {
  refreshViews();
  void refetchDocuments(applicationsDocument, applicationDocument);
}

/** Shows the pending applications at the top of the list. */
export function showPending(): void {
  const pending = [...pendingStore.pending] as Application[];
  pendingStore.pending = [];
  highlightNew(pending.map(({ id }) => id));
  updateCachedQueries(applicationsDocument, ({ applications }) => ({
    applications: prependApplications(applications, pending),
  }));
}

/** After a reconnect: reads the open application again, and adds the missed ones without moving the list. */
export async function refreshAfterReconnect(): Promise<void> {
  refreshViews();
  void refetchQueries(applicationDocument, deadlineDocument);
  for (const { variables } of readCachedQueries(applicationsDocument)) {
    const { query } = variables;
    const { page, newestFirst } = filterOf(query);
    if (page !== 1 || !newestFirst || listView.canInsert()) await refetchQueries(applicationsDocument);
    else await addMissed(query);
  }
}

async function addMissed(query: string): Promise<void> {
  try {
    const { items } = readPage<Application>(await send('GET', `applications?${query}`));
    for (const application of items.toReversed()) {
      onReceived(application);
      onChanged(application);
    }
  } catch {
    // The connection is still unreliable; the next reconnect tries again.
  }
}

/** Returns the current reader of the list. */
function currentReader(): Reader {
  return { adminId: session.admin?.id ?? 0, timeZone: listView.timeZone };
}

function isKnown(items: readonly Application[], id: number): boolean {
  return [...items, ...pendingStore.pending].some((item) => item.id === id);
}
