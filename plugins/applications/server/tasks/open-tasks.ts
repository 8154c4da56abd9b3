import type { StatusBody } from '../../contract.ts';
import { refuse } from '../errors.ts';
import type { OwnCall } from '../notify.ts';
import { holdersOfTasks } from './task-store.ts';

/** Throws where others still have tasks with a day in an application, unless the caller says that these end with it. */
export async function assertTasksMayEnd(
  { database, viewer, body }: OwnCall & { readonly body: StatusBody },
  applicationId: number,
): Promise<void> {
  if (body.close_tasks) return;
  const names = await holdersOfTasks(database, applicationId, viewer.id);
  if (names.length > 0) throw refuse('tasks_open', { params: { names: names.join(', ') } });
}
