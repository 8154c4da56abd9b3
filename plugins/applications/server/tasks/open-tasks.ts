import type { DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { refuse } from '../errors.ts';
import { holdersOfTasks } from './task-store.ts';

/** Throws where others than the one who answers still have tasks with a day in an application. */
export async function assertTasksMayEnd(
  database: DatabaseTransaction,
  applicationId: number,
  adminId: number,
): Promise<void> {
  const names = await holdersOfTasks(database, applicationId, adminId);
  if (names.length > 0) throw refuse('tasks_open', { params: { names: names.join(', ') } });
}
