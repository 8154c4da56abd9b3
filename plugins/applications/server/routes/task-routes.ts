import { fail } from '#kernel/plugin-api/contract.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import { taskEndBodySchema } from '../../contract/tasks.ts';
import { applications } from '../../manifest.ts';
import { finish, lock, uploadingRoute } from './action-routes.ts';
import { codedError } from '../core/errors.ts';
import { notifyParticipants, type OwnCall } from '../core/notify.ts';
import { findReceiver } from '../staff/find-receiver.ts';
import { type LockedApplication, writeForward, writeMessage, type WrittenAction } from '../store/write.ts';
import { endTask, findTask, type StoredTask } from '../tasks/task-store.ts';

const route = routesOf(applications);

/** `POST applications/:id/actions/results`. */
export const finishTask = route({
  ...uploadingRoute,
  path: 'applications/:id/actions/results',
  summary: 'Completes one of the user’s tasks with its result, which is a message in the timeline',
  body: taskEndBodySchema,
  async handle(call) {
    const { database, viewer, body, params: { id } } = call; // prettier-ignore
    await lock(call);
    await ownTask(call, id, body.task_id);
    const written = await writeMessage(database, { id, message: body.message, senderId: viewer.id });
    await endTask(database, body.task_id, { state: 'done', actionId: written.action.id, adminId: viewer.id });
    await notifyParticipants(call, written, body.message);
    return finish(call, written, { action: 'applications.task.finish', details: { task_id: body.task_id } });
  },
});

/** `POST applications/:id/actions/returns`. */
export const returnTask = route({
  ...uploadingRoute,
  path: 'applications/:id/actions/returns',
  summary: 'Returns a task with a reason; the admin who gave it is responsible for the application again',
  body: taskEndBodySchema,
  async handle(call) {
    const { database, viewer, body, params: { id } } = call; // prettier-ignore
    const locked = await lock(call);
    const task = await ownTask(call, id, body.task_id);
    const written = await writeReturn(call, { id, locked, task, message: body.message });
    await endTask(database, body.task_id, {
      state: 'returned',
      actionId: written.action.id,
      adminId: viewer.id,
    });
    await notifyParticipants(call, written, body.message);
    return finish(call, written, { action: 'applications.task.return', details: { task_id: body.task_id } });
  },
});

/** An open task of the caller; throws if it is another admin's, or has ended. */
async function ownTask({ database, viewer }: OwnCall, id: number, taskId: number): Promise<StoredTask> {
  const task = await findTask(database, id, taskId);
  if (task?.admin_id !== viewer.id) throw fail('not_found');
  if (task.state !== 'open') throw codedError('task_ended');
  return task;
}

/** Writes a forward back to the admin who gave the task or, if another admin is now responsible for the application, a message. */
async function writeReturn(
  { database, viewer, context }: OwnCall,
  {
    id,
    locked,
    task,
    message,
  }: {
    readonly id: number;
    readonly locked: LockedApplication;
    readonly task: StoredTask;
    readonly message: string;
  },
): Promise<WrittenAction> {
  const senderId = viewer.id;
  if (locked.receiver_id !== viewer.id) return writeMessage(database, { id, message, senderId });
  const giver = task.given_by;
  const named = giver !== null && { adminId: giver, neighborhoodId: locked.neighborhood_id };
  const found = named && (await findReceiver(database, named, context.timeZone));
  // The admin who gave the task is away, and the viewer is their substitute: it would come back to the viewer.
  if (!found || found.receiverId === viewer.id) throw codedError('task_author_absent');
  return writeForward(database, { id, message, receiverId: found.receiverId, senderId });
}
