import { auditHook, noticeHook } from '#kernel/plugin-api/contract.ts';
import { type Effects, hooksOf } from '#kernel/plugin-api/server.ts';
import { notifications } from '../manifest.ts';
import { presentNotification } from './presenter.ts';
import { deleteOf, insertForAudience } from './store/write.ts';

const join = hooksOf(notifications);

/**
 * Writes a notification for each recipient, in the transaction of its cause, and sends them after the commit.
 */
export const deliver = join(noticeHook, async (notice, { database, emit, afterCommit }) => {
  const written = await insertForAudience(database, notice);
  afterCommit(() => {
    for (const row of written.rows) {
      emit('notification_receive', presentNotification(row), { adminIds: [row.admin_id] });
    }
  });
});

/** Deletes the notifications about a deleted record, also from open lists. */
export const forget = join(auditHook, async ({ action, subjectType, subjectId }, { database, emit }) => {
  if (!action.endsWith('.delete') || subjectId === null) return;
  emitRemoved(emit, await deleteOf(database, { type: subjectType, id: subjectId }));
});

/** Removes deleted notifications from open lists. */
export function emitRemoved(
  emit: Effects<typeof notifications>['emit'],
  gone: readonly { readonly id: number; readonly admin_id: number }[],
): void {
  for (const [adminId, rows] of Map.groupBy(gone, (row) => row.admin_id)) {
    emit('notification_remove', { ids: rows.map(({ id }) => id) }, { adminIds: [adminId] });
  }
}
