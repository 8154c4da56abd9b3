import { updateReads } from '#kernel/client/index.ts';
import type { Notification } from '../contract.ts';
import { bellDocument, unreadOf } from './queries.ts';

const shown = 20;

/** Puts a notification that just arrived on top; one that is there already changes nothing. */
export function takeNotification(notification: Notification): void {
  updateReads(bellDocument, (data) => {
    const { items } = data.notifications;
    if (items.some((item) => item.id === notification.id)) return null;
    return {
      notifications: {
        ...data.notifications,
        items: [notification, ...items].slice(0, shown),
        unread: unreadOf(data) + (notification.is_read ? 0 : 1),
      },
    };
  });
}
