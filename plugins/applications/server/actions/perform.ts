import { type Area, type CodedError, fail } from '#kernel/plugin-api/contract.ts';
import type { AuditEntry, Effects, ServerContext, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { nextStatuses, type Status, type StatusBody } from '../../contract.ts';
import type { applications } from '../../manifest.ts';
import { codedError, fieldErrors } from '../core/errors.ts';
import { reopens, deadlineAfterReopening } from '../clock/deadline.ts';
import { recordDeadlineChange } from '../clock/deadline-store.ts';
import { findReceiver } from '../staff/find-receiver.ts';
import { mayReceive } from '../store/people.ts';
import {
  lockApplication,
  type LockedApplication,
  writeForward,
  writeStatus,
  type WrittenAction,
} from '../store/write.ts';
import { dueOf } from '../tasks/due.ts';
import { endTasksWith, insertTask, holdersOfTasks } from '../tasks/task-store.ts';

/** The admin who acts on an application, and the available effects: in their own call, or in a bulk job that they started. */
export interface Acting extends Pick<Effects<typeof applications>, 'database' | 'hooks' | 'emit'> {
  readonly viewer: { readonly id: number };
  readonly area: Area;
  readonly context: ServerContext<typeof applications>;
}

/** A performed action, and its entry for the audit log. */
export interface Performed {
  readonly written: WrittenAction;
  readonly entry: Pick<AuditEntry, 'action'> & { readonly details: Readonly<Record<string, unknown>> };
}

/**
 * Locks an application until the transaction ends, so that the second of two concurrent changes sees the
 * result of the first.
 */
export async function lockOf({ database, area }: Acting, id: number): Promise<LockedApplication> {
  const locked = await lockApplication(database, id, area);
  if (!locked) throw fail('not_found');
  return locked;
}

/** Returns the error that prevents a change of status; null if there is none. */
export function statusProblem(
  { status: from, receiver_id }: Pick<LockedApplication, 'status' | 'receiver_id'>,
  { status: to, note }: StatusBody,
): CodedError | null {
  // An application without a receiver may be accepted like a new one.
  const isTaken = from === 'created' || receiver_id === null;
  if (!nextStatuses(from).includes(to)) return codedError('transition_refused', { params: { from, to } });
  // The accept button sends no note: another admin was faster.
  if (!isTaken && to === 'accepted' && note === undefined) return codedError('already_accepted');
  if (from === 'created' && note !== undefined) return fieldErrors({ note: 'note_not_allowed' });
  if (from !== 'created' && note === undefined && !(isTaken && to === 'accepted'))
    return fieldErrors({ note: 'note_required' });
  return null;
}

/** Changes the status of a locked application. */
export async function performStatus(
  acting: Acting,
  {
    id,
    locked,
    body,
  }: { readonly id: number; readonly locked: LockedApplication; readonly body: StatusBody },
): Promise<Performed> {
  const { database, viewer, context } = acting;
  const { status: from, cancel_time, receiver_id, neighborhood_id } = locked;
  const { status: to, note } = body;
  const problem = statusProblem(locked, body);
  if (problem) throw problem;
  const isAnswer = to !== 'accepted';
  if (isAnswer && !body.close_tasks) await assertTasksMayEnd(database, id, viewer.id);
  const reopenedUntil = reopens(from, to) ? deadlineAfterReopening(context) : null;
  const written = await writeStatus(database, {
    id,
    to,
    note: note ?? null,
    senderId: viewer.id,
    receiverId: await receiverAfter(acting, { from, to, receiver_id, neighborhood_id }),
    reopenedUntil,
  });
  if (reopenedUntil !== null) {
    await recordDeadlineChange(database, written, { kind: 'reopening', former: cancel_time });
  }
  if (isAnswer) await endTasksWith(database, written, viewer.id);
  return { written, entry: { action: 'applications.status.change', details: { from, to } } };
}

/**
 * Hands a locked application to an admin, or to their substitute, with the task; the caller notifies the new
 * receiver.
 */
export async function performForward(
  { database, viewer, context }: Acting,
  {
    id,
    locked,
    body,
  }: {
    readonly id: number;
    readonly locked: LockedApplication;
    readonly body: {
      readonly message: string;
      readonly receiver_id: number;
      readonly due?: string | undefined;
    };
  },
): Promise<Performed & { readonly receiverId: number }> {
  const due = dueOf(body.due, context);
  const named = { adminId: body.receiver_id, neighborhoodId: locked.neighborhood_id };
  const found = await findReceiver(database, named, context.timeZone);
  if (!found) throw fieldErrors({ receiver_id: 'receiver_unfit' });
  const { receiverId, insteadOf } = found;
  const { message } = body;
  const written = await writeForward(database, { id, message, receiverId, senderId: viewer.id });
  await insertTask(database, written, { adminId: receiverId, givenBy: viewer.id, insteadOf, ...due });
  const entry = { action: 'applications.forward', details: { receiver_id: receiverId } };
  return { written, receiverId, entry };
}

/**
 * Returns the admin responsible after a change of status: for a reopened application its receiver, their substitute, or the admin
 * who reopens it.
 */
async function receiverAfter(
  { database, viewer, context }: Acting,
  { from, to, receiver_id, neighborhood_id }: Pick<LockedApplication, 'receiver_id' | 'neighborhood_id'> & { from: Status; to: Status }, // prettier-ignore
): Promise<number> {
  const isTaken = from === 'created' || receiver_id === null;
  if (!isTaken && !reopens(from, to)) return receiver_id;
  const named = { adminId: receiver_id ?? viewer.id, neighborhoodId: neighborhood_id };
  const found = isTaken ? null : await findReceiver(database, named, context.timeZone);
  if (found) return found.receiverId;
  // Their permissions may have changed since the call began.
  if (!(await mayReceive(database, viewer.id, neighborhood_id))) throw fail('not_found');
  return viewer.id;
}

/** Throws if admins other than the given one still have tasks with a due day in an application. */
async function assertTasksMayEnd(
  database: DatabaseTransaction,
  applicationId: number,
  adminId: number,
): Promise<void> {
  const names = await holdersOfTasks(database, applicationId, adminId);
  if (names.length > 0) throw codedError('tasks_open', { params: { names: names.join(', ') } });
}
