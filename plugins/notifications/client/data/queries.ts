import type { RegisteredNotice } from '#kernel/plugin-api/contract.ts';
import {
  gql,
  refetchQueries,
  send,
  type TypedDocumentNode,
  updateCachedQueries,
} from '#kernel/plugin-api/client.ts';
import type { Notification, NotificationPage } from '../../contract.ts';

/** A list of notifications; an older server does not send the number of unread ones. */
export interface NotificationsData {
  readonly notifications: Omit<NotificationPage, 'unread'> & { readonly unread: number | null };
}

type Document = TypedDocumentNode<NotificationsData, { query: string }>;

const documents = new Map<string, Document>();

/**
 * Reads a page of notifications with the fields of the known types. `query` is `limit=20&is_read=false&…`.
 */
export function notificationsDocument(notices: readonly RegisteredNotice[]): Document {
  const types = notices.map(({ type }) => type).join(' ');
  const known = documents.get(types);
  if (known) return known;
  const document: Document = gql`
    query Notifications($query: String!) {
      notifications(query: $query) @rest(type: "NotificationPage", path: "notifications?{args.query}") {
        items @type(name: "Notification") {
          id type is_read createdAt ${types}
        }
        page
        limit
        total_pages
        length
        unread
      }
    }
  `;
  documents.set(types, document);
  return document;
}

/** The number of notifications that the bell shows. */
export const bellLimit = 20;

/** The query of the bell. */
export const bellQuery = `limit=${bellLimit}`;

/** The number of unread ones; if the server does not return it, the visible ones are counted. */
export function unreadOf({ notifications: { items, unread } }: NotificationsData): number {
  return unread ?? items.filter((item) => !item.is_read).length;
}

/** Changes every loaded list of notifications; `null` leaves one unchanged. */
export function updateLists(
  update: (data: NotificationsData, query: string) => NotificationsData['notifications'] | null,
): void {
  for (const document of documents.values()) {
    updateCachedQueries(document, (data, { query }) => {
      const notifications = update(data, query);
      return notifications === null ? null : { notifications };
    });
  }
}

/** Reads every loaded list of notifications again. */
export async function refetchLists(): Promise<void> {
  await refetchQueries(...documents.values());
}

/** Shows some as read, or all if `ids` is null; `unread` is the number left, if known. */
export function showRead(ids: readonly number[] | null, unread: number | null): void {
  updateLists((data) => {
    const { notifications } = data;
    const turning = notifications.items.filter(
      ({ id, is_read }) => !is_read && (ids === null || ids.includes(Number(id))),
    );
    const left = unread ?? (ids === null ? 0 : Math.max(0, unreadOf(data) - turning.length));
    if (turning.length === 0 && left === unreadOf(data)) return null;
    const items = notifications.items.map((item) =>
      turning.includes(item) ? { ...item, is_read: true } : item,
    );
    return { ...notifications, items, unread: left };
  });
}

/** Marks one as read, immediately in all open lists; reads them again if the server rejects. */
export async function markRead(notification: Notification): Promise<void> {
  if (notification.is_read) return;
  showRead([Number(notification.id)], null);
  await orReadAgain(send('PUT', `notifications/${notification.id}`, { is_read: true }));
}

/** Marks several as read. A server that implements only the specification gets one request for each. */
export async function markSeveralRead(items: readonly Notification[], together: boolean): Promise<void> {
  const unread = items.filter(({ is_read }) => !is_read);
  const ids = unread.map(({ id }) => Number(id));
  if (ids.length === 0) return;
  showRead(ids, null);
  await orReadAgain(
    together
      ? send('PUT', 'notifications', { is_read: true, ids })
      : Promise.all(ids.map((id) => send('PUT', `notifications/${id}`, { is_read: true }))),
  );
  await refetchLists();
}

/**
 * Marks all of the user's notifications as read. A server that implements only the specification gets one
 * request for each visible one.
 */
export async function markAllRead(shown: readonly Notification[], together: boolean): Promise<void> {
  if (!together) return markSeveralRead(shown, false);
  showRead(null, 0);
  await orReadAgain(send('PUT', 'notifications', { is_read: true }));
  await refetchLists();
}

async function orReadAgain(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    await refetchLists();
    throw error;
  }
}
