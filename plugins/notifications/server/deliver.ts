import { noticeHook } from '#kernel/contract/index.ts';
import { join, type Effects } from '#kernel/server/plugin.ts';
import type { notifications } from '../manifest.ts';
import { presentNotification } from './presenter.ts';
import { insertForAudience } from './store.ts';

/** Writes a notice down for everyone whom it is for, in the transaction of what it tells, and rings once that is durable. */
export const deliver = join(noticeHook, async (notice, effects) => {
  // A hook may be told by any plugin; the event is our own.
  const { database, emit, afterCommit } = effects as unknown as Effects<typeof notifications>;
  const written = await insertForAudience(database, notice);
  afterCommit(() => {
    for (const row of written.rows) {
      emit('notification_receive', presentNotification(row), { adminIds: [row.admin_id] });
    }
  });
});
