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
import { reassignTasks } from './staff/handover-store.ts';
import { lockAdminAccess } from './store/access.ts';
import { findMoves, writeMoves, type ApplicationMove, type WrittenMove } from './store/border-moves.ts';
import { mayReceive } from './store/people.ts';

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
 * Throws if a successor may not receive their applications: they may have been blocked since the plan was
 * made. From here on such a change waits for the end of the transaction.
 */
async function assertMayReceive(
  database: Effects<typeof applications>['database'],
  written: readonly WrittenMove[],
): Promise<void> {
  const groups = Map.groupBy(written, ({ successorId, to }) => `${successorId} ${to}`).values();
  for (const [first] of groups) {
    if (!first || first.successorId === null) continue;
    const isAllowed = await mayReceive(database, first.successorId, first.to);
    if (!isAllowed) throw fieldErrors({ successors: 'receiver_unfit' });
  }
}

async function applyMoves(
  { database, audit, hooks, emit }: Effects<typeof applications>,
  context: ServerContext<typeof applications>,
  { change, moves, successors }: Moves,
): Promise<void> {
  if (moves.length === 0) return;
  const message = context.text(change.language, 'applications:border.message');
  const written = moves.map(({ id, to, receiver_id, reached }) => {
    const successor = successors.find((one) => one.receiver_id === receiver_id && one.neighborhood_id === to);
    return { id, to, successorId: reached ? null : (successor?.successor_id ?? null), message };
  });
  await assertMayReceive(database, written);
  const bundle = await writeMoves(database, written, change.actorId);
  await reassignTasks(database, { applicationIds: moves.map(({ id }) => id) });
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
