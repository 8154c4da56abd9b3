import type { Notification } from '../contract.ts';
import type { NotificationRow } from './store/rows.ts';

/** A notification; what it is about stands under the key of its type. */
export function presentNotification(row: NotificationRow): Notification {
  return {
    [row.type]: row.payload,
    id: row.id,
    type: row.type,
    is_read: row.is_read,
    createdAt: row.created_at,
  };
}
