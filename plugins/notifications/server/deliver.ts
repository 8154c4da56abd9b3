import { noticeHook } from '#kernel/contract/index.ts';
import { joinsOf } from '#kernel/server/plugin.ts';
import { notifications } from '../manifest.ts';
import { presentNotification } from './presenter.ts';
import { insertForAudience } from './store.ts';

const join = joinsOf(notifications);

/** Writes a notice down for everyone whom it is for, in the transaction of what it tells, and rings once that is durable. */
export const deliver = join(noticeHook, async (notice, { database, emit, afterCommit }) => {
  const written = await insertForAudience(database, notice);
  afterCommit(() => {
    for (const row of written.rows) {
      emit('notification_receive', presentNotification(row), { adminIds: [row.admin_id] });
    }
  });
});
