import { refetchQueries, send, updateCachedQueries } from '#kernel/client/index.ts';
import { readPage } from '#kernel/contract/index.ts';
import type { Application } from '../contract.ts';
import { addPending, pendingStore, highlightNew, listView } from './pending-store.ts';
import { countArrival, filterOf, matches, putOnTop, takeVersion } from './model/list-updates.ts';
import { applicationDocument, applicationsDocument } from './queries.ts';

/** A new application: to the top of the list on the screen, or among those that wait if that would disturb. */
export function onReceived(application: Application): void {
  const now = Date.now();
  updateCachedQueries(applicationsDocument, ({ applications: page }, { query }) => {
    if (isKnown(page.items, application.id)) return null;
    const filter = filterOf(query);
    const counted = countArrival(page, application, filter, now);
    if (!matches(application, filter, now)) return { applications: counted };
    if (filter.page !== 1 || !filter.newestFirst || !listView.atEase()) {
      addPending(application);
      return { applications: counted };
    }
    highlightNew([application.id]);
    return { applications: putOnTop(counted, [application]) };
  });
}

/** A newer version of an application: in the list at once, and the open one is read again for its timeline. */
export function onChanged(application: Application): void {
  const now = Date.now();
  updateCachedQueries(applicationsDocument, ({ applications: page }) => {
    const applications = takeVersion(page, application, now);
    return applications === null ? null : { applications };
  });
  let open = false;
  updateCachedQueries(applicationDocument, (data) => {
    open ||= Number(data.application.id) === application.id;
    return null;
  });
  if (open) void refetchQueries(applicationDocument);
}

/** Brings those that wait to the top of the list on the screen. */
export function showPending(): void {
  const waiting = [...pendingStore.waiting] as Application[];
  pendingStore.waiting = [];
  highlightNew(waiting.map(({ id }) => id));
  updateCachedQueries(applicationsDocument, ({ applications }) => ({
    applications: putOnTop(applications, waiting),
  }));
}

/** After a cut: reads the open application again, and asks what the list has missed without moving it. */
export async function refreshAfterReconnect(): Promise<void> {
  void refetchQueries(applicationDocument);
  const lists: string[] = [];
  updateCachedQueries(applicationsDocument, (_, { query }) => {
    lists.push(query);
    return null;
  });
  for (const query of lists) {
    const { page, newestFirst } = filterOf(query);
    if (page !== 1 || !newestFirst || listView.atEase()) await refetchQueries(applicationsDocument);
    else await takeMissed(query);
  }
}

async function takeMissed(query: string): Promise<void> {
  try {
    const { items } = readPage<Application>(await send('GET', `applications?${query}`));
    for (const application of items.toReversed()) {
      onReceived(application);
      onChanged(application);
    }
  } catch {
    // The line is still bad; the next reconnect asks again.
  }
}

function isKnown(items: readonly Application[], id: number): boolean {
  return [...items, ...pendingStore.waiting].some((item) => item.id === id);
}
