import { noticeHook } from '#kernel/plugin-api/contract.ts';
import { type Effects, hooksOf, type ServerContext } from '#kernel/plugin-api/server.ts';
import { padId } from '#kernel/domain/text/index.ts';
import {
  borderApplicationsHook,
  type BorderChange,
  type Successor,
} from '#plugins/neighborhoods/contract.ts';
import { applications } from '../manifest.ts';
import { fieldErrors } from './core/errors.ts';
import { showMoved } from './core/notify.ts';
import { findReceiver, readSubstitutes } from './staff/find-receiver.ts';
import { notifyTaskReceivers } from './staff/hand-over.ts';
import { reassignTasks } from './staff/handover-store.ts';
import { lockAdminAccess } from './store/access.ts';
import { findMoves, writeMoves, type ApplicationMove, type WrittenMove } from './store/border-moves.ts';

/** Moves a citizen's open applications with their household when a border moves. */
export const followResidents = hooksOf(applications)(
  borderApplicationsHook,
  async (change, effects, context) => {
    const { database } = effects;
    if (change.isSaving) {
      // Locks the access of the receivers, so that it cannot change after the moves are read again below.
      const before = await findMoves(database, change.people, true);
      await lockAdminAccess(
        database,
        before.flatMap(({ receiver_id }) => receiver_id ?? []),
      );
    }
    const moves = await findMoves(database, change.people, change.isSaving);
    const unreached = moves.filter(({ reached }) => !reached);
    const handovers = [...Map.groupBy(unreached, ({ receiver_id, to }) => `${receiver_id} ${to}`).values()];
    change.add({
      plugin: 'applications',
      permission: 'application_receiver',
      notice: 'applications_moved',
      moves: moves.map(({ id, from, to }) => ({ id, from, to })),
      handovers: handovers.flatMap((group) =>
        group.slice(0, 1).map(({ receiver_id, to }) => ({
          receiverId: receiver_id ?? 0,
          neighborhoodId: to,
          count: group.length,
        })),
      ),
      async describe(ids) {
        return ids.map((id) => ({
          id,
          title: context.text(change.language, 'applications:border.application', { number: padId(id) }),
          path: `/applications/${id}`,
        }));
      },
      substitutesOf: (adminIds, neighborhoodId) =>
        readSubstitutes(database, adminIds, { neighborhoodId, timeZone: context.timeZone }),
      apply: (successors) => applyMoves(effects, context, { change, moves, successors }),
    });
  },
);

interface Moves {
  readonly change: BorderChange;
  readonly moves: readonly ApplicationMove[];
  readonly successors: readonly Successor[];
}

/**
 * The moves with those who really receive: the chosen successors or, while they are away, their substitutes. Throws if a
 * successor may not receive: they may have been blocked since the plan was made. From here on such a change waits
 * for the end of the transaction.
 */
async function withReceivers(
  database: Effects<typeof applications>['database'],
  moves: readonly WrittenMove[],
  timeZone: string,
): Promise<readonly WrittenMove[]> {
  const groups = [...Map.groupBy(moves, ({ successorId, to }) => `${successorId} ${to}`).values()];
  const found: WrittenMove[] = [];
  for (const group of groups) {
    const [{ successorId, to } = { successorId: null, to: 0 }] = group;
    const named = successorId === null ? null : { adminId: successorId, neighborhoodId: to };
    const receiver = named && (await findReceiver(database, named, timeZone));
    if (named && !receiver) throw fieldErrors({ successors: 'receiver_unfit' });
    found.push(...group.map((move) => ({ ...move, successorId: receiver?.receiverId ?? null })));
  }
  return found.toSorted((one, other) => one.id - other.id);
}

async function applyMoves(
  { database, audit, hooks, emit }: Effects<typeof applications>,
  context: ServerContext<typeof applications>,
  { change, moves, successors }: Moves,
): Promise<void> {
  if (moves.length === 0) return;
  const message = context.text(change.language, 'applications:border.message');
  const chosen = moves.map(({ id, to, receiver_id, reached }) => {
    const successor = successors.find((one) => one.receiver_id === receiver_id && one.neighborhood_id === to);
    return { id, to, successorId: reached ? null : (successor?.successor_id ?? null), message };
  });
  const written = await withReceivers(database, chosen, context.timeZone);
  const bundle = await writeMoves(database, written, change.actorId);
  const applicationIds = moves.map(({ id }) => id);
  const tasks = await reassignTasks(database, { applicationIds }, context.timeZone);
  const notified = written.map(({ id, successorId }) => ({ application_id: id, admin_id: successorId }));
  await notifyTaskReceivers({ hooks }, tasks, { notified, actorId: change.actorId });
  for (const group of Map.groupBy(moves, ({ from, to }) => `${from} ${to}`).values()) {
    const [{ from, to } = { from: 0, to: 0 }] = group;
    const details = { from, to, ids: group.map(({ id }) => id) };
    await audit({ action: 'applications.border.move', subjectType: 'application', subjectId: null, details });
  }
  for (const { id, to, successorId } of written) {
    if (successorId === null) continue;
    const details = { receiver_id: successorId };
    await audit({ action: 'applications.forward', subjectType: 'application', subjectId: id, details });
    await hooks.call(noticeHook, {
      type: 'forward',
      payload: { application_id: id, message },
      audience: {
        permission: 'application_receiver',
        neighborhoodId: to,
        adminIds: [successorId],
        exceptAdminId: change.actorId,
      },
    });
  }
  for (const { id, from } of moves) emit('application_leave', { id }, { neighborhoodId: from });
  await showMoved({ emit, hooks }, bundle);
}
