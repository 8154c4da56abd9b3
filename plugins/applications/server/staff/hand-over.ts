import { noticeHook, staffChangeHook } from '#kernel/plugin-api/contract.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import { type Effects, hooksOf, type ServerContext } from '#kernel/plugin-api/server.ts';
import { applications } from '../../manifest.ts';
import {
  applyChosen,
  findInaccessibleApplications,
  type HandoverItem,
  insertHandover,
  reassign,
  reassignTasks,
  type ReassignedTask,
  suggestSuccessors,
} from './handover-store.ts';
import { awaitAdminAccess, readWithAccess } from '../store/access.ts';

type Own = Effects<typeof applications>;
type Context = ServerContext<typeof applications>;

/** Reassigns the open applications that an admin can no longer open, in the transaction of the change. */
export const followStaff = hooksOf(applications)(
  staffChangeHook,
  async ({ adminIds, actorId }, effects, context) => {
    await awaitAdminAccess(effects.database, adminIds);
    await handOverInaccessible(effects, context, { adminIds, authorId: actorId });
  },
);

/** Reassigns the open applications and tasks that some admins, or any, cannot open. Returns their number. */
export async function handOverInaccessible(
  effects: Own,
  context: Context,
  { adminIds, authorId }: { readonly adminIds: readonly number[] | null; readonly authorId: number | null },
): Promise<number> {
  const { database } = effects;
  await applyChosen(database, adminIds);
  const strays = await findInaccessibleApplications(database, adminIds);
  const pairs = strays.map(({ receiver_id, neighborhood_id }) => ({
    adminId: receiver_id,
    neighborhoodId: neighborhood_id,
  }));
  const today = dayAt(Date.now(), context.timeZone);
  const suggest = () => suggestSuccessors(database, pairs, today);
  const successors =
    strays.length > 0
      ? await readWithAccess(database, suggest, (suggested) => [...suggested.values()])
      : new Map<string, number | null>();
  for (const [adminId, group] of Map.groupBy(strays, ({ receiver_id }) => receiver_id)) {
    const items = group.map(({ id, neighborhood_id }) => ({
      application_id: id,
      neighborhood_id,
      successor_id: successors.get(`${adminId} ${neighborhood_id}`) ?? null,
      is_case: true,
    }));
    await reassign(database, items);
    await recordHandover(effects, context, { adminId, authorId, items });
  }
  const tasks = await reassignTasks(database, adminIds === null ? 'all' : { adminIds }, context.timeZone);
  const notified = strays.map(({ id, receiver_id, neighborhood_id }) => ({
    application_id: id,
    admin_id: successors.get(`${receiver_id} ${neighborhood_id}`) ?? null,
  }));
  await notifyTaskReceivers(effects, tasks, { notified, actorId: authorId });
  return strays.length + new Set(tasks.map(({ application_id }) => application_id)).size;
}

/**
 * Notifies admins to whom tasks went with an application, once each, with their number; not of applications of which they
 * are told already, nor those who have caused it.
 */
export async function notifyTaskReceivers(
  { hooks }: Pick<Own, 'hooks'>,
  tasks: readonly ReassignedTask[],
  {
    notified,
    actorId,
  }: {
    readonly notified: readonly Pick<ReassignedTask, 'application_id' | 'admin_id'>[];
    readonly actorId: number | null;
  },
): Promise<void> {
  const known = new Set(notified.map(({ application_id, admin_id }) => `${application_id} ${admin_id}`));
  const news = tasks.filter(({ application_id, admin_id }) => !known.has(`${application_id} ${admin_id}`));
  for (const [adminId, group] of Map.groupBy(news, ({ admin_id }) => admin_id)) {
    const [first] = group;
    if (adminId === null || !first) continue;
    await notifyHandedOver(hooks, { adminId, first, count: group.length, actorId });
  }
}

/** Notifies an admin of the number of applications and tasks that went to them, and of the first one. */
async function notifyHandedOver(
  hooks: Own['hooks'],
  {
    adminId,
    first,
    count,
    actorId,
  }: {
    readonly adminId: number;
    readonly first: Pick<HandoverItem, 'application_id' | 'neighborhood_id'>;
    readonly count: number;
    readonly actorId: number | null;
  },
): Promise<void> {
  await hooks.call(noticeHook, {
    type: 'handed_over',
    payload: { application_id: first.application_id, count },
    audience: {
      permission: 'application_receiver',
      neighborhoodId: first.neighborhood_id,
      adminIds: [adminId],
      ...(actorId === null ? {} : { exceptAdminId: actorId }),
    },
  });
}

interface Handover {
  readonly adminId: number;
  readonly authorId: number | null;
  readonly items: readonly HandoverItem[];
}

/** Records a handover for the job, audits it, and notifies each successor once of their number. */
export async function recordHandover(
  { database, audit, hooks }: Own,
  context: Context,
  { adminId, authorId, items }: Handover,
): Promise<void> {
  const message = context.text('uz', 'applications:handover.message');
  await insertHandover(database, { adminId, authorId, message, items });
  await audit({
    action: 'applications.handover',
    subjectType: 'admin',
    subjectId: adminId,
    details: { count: items.length },
  });
  for (const [successorId, group] of Map.groupBy(items, ({ successor_id }) => successor_id)) {
    const [first] = group;
    if (successorId === null || !first) continue;
    await notifyHandedOver(hooks, { adminId: successorId, first, count: group.length, actorId: authorId });
  }
}
