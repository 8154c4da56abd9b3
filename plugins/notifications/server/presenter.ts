import { maskNumbersIn } from '#kernel/domain/text/index.ts';
import type { Notification } from '../contract.ts';
import type { NotificationRow } from './store/rows.ts';

/** A notification; its subject is under the key of its type, and personal numbers in its texts are masked. */
export function presentNotification(row: NotificationRow): Notification {
  return {
    [row.type]: maskTexts(row.payload),
    id: row.id,
    type: row.type,
    is_read: row.is_read,
    createdAt: row.created_at,
  };
}

function maskTexts(payload: NotificationRow['payload']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [
      key,
      typeof value === 'string' ? maskNumbersIn(value) : value,
    ]),
  );
}
