import { gql, type TypedDocumentNode } from '@apollo/client';
import { refetchReads, send, updateReads } from '#kernel/client/index.ts';
import type { Notification } from '../contract.ts';

/** What the bell reads: the newest notifications, and how many of all are unread. */
export interface BellData {
  readonly notifications: { readonly items: readonly Notification[]; readonly unread: number | null };
}

/** The newest twenty. */
export const bellDocument: TypedDocumentNode<BellData, Record<string, never>> = gql`
  query Bell {
    notifications @rest(type: "NotificationPage", path: "notifications?limit=20") {
      items @type(name: "Notification") {
        id
        type
        is_read
        createdAt
        application {
          id
        }
        message {
          application_id
          message
        }
        forward {
          application_id
          message
        }
      }
      unread
    }
  }
`;

/** How many are unread; an older server does not count, then those in sight are counted. */
export function unreadOf({ notifications: { items, unread } }: BellData): number {
  return unread ?? items.filter((item) => !item.is_read).length;
}

/** Marks one read, on the screen at once; reads again when the server would not have it. */
export async function markRead(notification: Notification): Promise<void> {
  if (notification.is_read) return;
  updateReads(bellDocument, (data) => ({
    notifications: {
      ...data.notifications,
      items: data.notifications.items.map((item) =>
        item.id === notification.id ? { ...item, is_read: true } : item,
      ),
      unread: Math.max(0, unreadOf(data) - 1),
    },
  }));
  try {
    await send('PUT', `notifications/${notification.id}`, { is_read: true });
  } catch (error) {
    await refetchReads(bellDocument);
    throw error;
  }
}

/** Marks all of one's own read. */
export async function markAllRead(): Promise<void> {
  await send('PUT', 'notifications', { is_read: true });
  await refetchReads(bellDocument);
}
