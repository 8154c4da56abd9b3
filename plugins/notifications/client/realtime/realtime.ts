import { readPage } from '#kernel/plugin-api/contract.ts';
import { type ClientContext, connectionStatus, pause, retry, send } from '#kernel/plugin-api/client.ts';
import { findCapability, type Notification } from '../../contract.ts';
import type { notifications } from '../../manifest.ts';
import { addPending, removePending, listView } from '../data/pending-store.ts';
import { ArrivalFilter } from '../model/arrival-filter.ts';
import { isDesktopEnabled } from '../desktop/preferences.ts';
import { bellLimit, bellQuery, refetchLists, showRead, unreadOf, updateLists } from '../data/queries.ts';

let arrivals = new ArrivalFilter();

/** Follows notifications and their changes while the plugin runs. */
export function followNotifications(context: ClientContext<typeof notifications>): void {
  const finds = context.capabilities.includes(findCapability);
  let current = new AbortController();
  arrivals = new ArrivalFilter();

  function catchUp(): void {
    current.abort();
    const { signal } = (current = new AbortController());
    void retry(() => takeMissed(finds), {
      // The server may be reachable but not ready yet; a reconnection calls this again.
      waitAfter: () => (connectionStatus() === 'on' ? pause(retryPause, signal) : null),
    }).catch(() => undefined);
  }

  context.on('notification_receive', onReceived);
  context.on('notification_read', ({ ids, unread }) => showRead(ids, unread));
  context.on('notification_remove', ({ ids }) => takeRemoved(ids));
  context.onReconnect(catchUp);
  context.onStop(() => current.abort());
}

const retryPause = 2000;

/** Adds a new notification at the top; a known one changes nothing. */
export function onReceived(notification: Notification): void {
  updateLists((data, query) => {
    const { notifications: list } = data;
    if (query !== bellQuery || list.items.some(({ id }) => id === notification.id)) return null;
    return {
      ...list,
      items: [notification, ...list.items].slice(0, bellLimit),
      unread: unreadOf(data) + (notification.is_read ? 0 : 1),
    };
  });
  announceNew([notification]);
}

/**
 * Takes a list that the bell has read: the first one is the initial state, later ones may contain new
 * notifications.
 */
export function onListRead(items: readonly Notification[]): void {
  if (arrivals.begun) announceNew(items);
  else arrivals.begin(items, items.length >= bellLimit);
}

function takeRemoved(ids: readonly number[]): void {
  removePending(ids);
  let missing = false;
  updateLists(({ notifications: list }) => {
    missing ||= list.items.some(({ id }) => ids.includes(Number(id)));
    return null;
  });
  if (missing) void refetchLists();
}

/** Requests what came after the last known one; the shell reloads the lists themselves. */
async function takeMissed(finds: boolean): Promise<void> {
  const query = finds ? `after=${arrivals.since}&limit=100` : bellQuery;
  const { items } = readPage<Notification>(await send('GET', `notifications?${query}`));
  if (announceNew(items) > 0) await refetchLists();
}

/** Shows desktop notifications for new ones while the page is hidden; returns their number. */
function announceNew(items: readonly Notification[]): number {
  const fresh = arrivals.take(items);
  if (fresh.length === 0) return 0;
  addPending(fresh.map(({ id }) => Number(id)));
  if (listView.atEase()) listView.showPending();
  if (isDesktopEnabled()) {
    void import('../desktop/announce-arrivals.ts').then(
      ({ announceArrivals }) => announceArrivals(fresh),
      reportError,
    );
  }
  return fresh.length;
}
