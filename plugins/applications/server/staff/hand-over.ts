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
  const settled = await reassignTasks(database, adminIds === null ? 'all' : { adminIds });
  return strays.length + settled.length;
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
    await hooks.call(noticeHook, {
      type: 'handed_over',
      payload: { application_id: first.application_id, count: group.length },
      audience: {
        permission: 'application_receiver',
        neighborhoodId: first.neighborhood_id,
        adminIds: [successorId],
        ...(authorId === null ? {} : { exceptAdminId: authorId }),
      },
    });
  }
}
