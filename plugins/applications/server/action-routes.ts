import { z } from 'zod';
import { areaOf, fail, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { type Call, routesOf } from '#kernel/plugin-api/server.ts';
import {
  actionSchema,
  forwardBodySchema,
  messageBodySchema,
  nextStatuses,
  statusBodySchema,
  uploadLimits,
  type Action,
  type Status,
} from '../contract.ts';
import { applications, receivers } from '../manifest.ts';
import { refuse, refuseFields } from './errors.ts';
import { presentAction } from './presenter.ts';
import { reopens, termAfterReopening } from './clock/term.ts';
import { recordTerm } from './clock/term-store.ts';
import { assertTasksMayEnd } from './tasks/open-tasks.ts';
import { dueOf } from './tasks/due.ts';
import { endTasksWith, insertTask } from './tasks/task-store.ts';
import { findReceiver } from './staff/find-receiver.ts';
import { mayReceive } from './store/people.ts';
import {
  attachFiles,
  lockApplication,
  type LockedApplication,
  writeForward,
  writeMessage,
  writeStatus,
  type WrittenAction,
} from './store/write.ts';
import { broadcast, notifyNewReceiver, notifyParticipants } from './notify.ts';

const route = routesOf(applications);
const params = z.object({ id: idParamSchema });
const upload = { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.timelineBytes };

/** `POST applications/:id/actions/statuses`. */
export const changeStatus = route({
  method: 'POST',
  path: 'applications/:id/actions/statuses',
  summary: 'Changes the status; who accepts a new application becomes responsible for it',
  access: receivers,
  params,
  body: statusBodySchema,
  response: actionSchema,
  status: 201,
  async handle(call) {
    const { status: from, cancel_time, receiver_id, neighborhood_id } = await lock(call);
    const { status: to, note } = call.body;
    // What nobody is responsible for any more may be taken as a new one is.
    const isTaken = from === 'created' || receiver_id === null;
    if (!nextStatuses(from).includes(to)) throw refuse('transition_refused', { params: { from, to } });
    // The accept button sends no note: somebody else was faster.
    if (!isTaken && to === 'accepted' && note === undefined) throw refuse('already_accepted');
    if (from === 'created' && note !== undefined) throw refuseFields({ note: 'note_unwanted' });
    if (from !== 'created' && note === undefined && !(isTaken && to === 'accepted'))
      throw refuseFields({ note: 'note_required' });
    const isAnswer = to !== 'accepted';
    if (isAnswer) await assertTasksMayEnd(call, call.params.id);
    const reopenedUntil = reopens(from, to) ? termAfterReopening(call.context) : null;
    const written = await writeStatus(call.database, {
      id: call.params.id,
      to,
      note: note ?? null,
      senderId: call.viewer.id,
      receiverId: await receiverAfter(call, { from, to, receiver_id, neighborhood_id }),
      reopenedUntil,
    });
    if (reopenedUntil !== null) {
      await recordTerm(call.database, written, { kind: 'reopening', former: cancel_time });
    }
    if (isAnswer) await endTasksWith(call.database, written, call.viewer.id);
    return finish(call, written, { action: 'applications.status.change', details: { from, to } });
  },
});

/** `POST applications/:id/actions/messages`. */
export const sendMessage = route({
  method: 'POST',
  path: 'applications/:id/actions/messages',
  summary: 'Adds a message to the timeline: a text, files, or both',
  access: receivers,
  params,
  upload,
  body: messageBodySchema,
  response: actionSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, files } = call;
    if (body.message === '' && files.length === 0) throw refuseFields({ message: 'message_empty' });
    await lock(call);
    const { id } = call.params;
    const written = await writeMessage(database, { id, message: body.message, senderId: viewer.id });
    await notifyParticipants(call, written, body.message);
    return finish(call, written, { action: 'applications.message.send', details: { files: files.length } });
  },
});

/** `POST applications/:id/actions/forwards`. */
export const forward = route({
  method: 'POST',
  path: 'applications/:id/actions/forwards',
  summary: 'Hands the application to another admin of its neighbourhood',
  access: receivers,
  params,
  upload,
  body: forwardBodySchema,
  response: actionSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body } = call;
    const { neighborhood_id } = await lock(call);
    const { message } = body;
    const due = dueOf(body.due, call.context);
    const found = await findReceiver(
      database,
      { adminId: body.receiver_id, neighborhoodId: neighborhood_id },
      call.context.timeZone,
    );
    if (!found) throw refuseFields({ receiver_id: 'receiver_unfit' });
    const { receiverId, insteadOf } = found;
    const { id } = call.params;
    const written = await writeForward(database, { id, message, receiverId, senderId: viewer.id });
    await insertTask(database, written, { adminId: receiverId, givenBy: viewer.id, insteadOf, ...due });
    await notifyNewReceiver(call, written, { message, receiverId });
    return finish(call, written, { action: 'applications.forward', details: { receiver_id: receiverId } });
  },
});

/** Who is responsible after a change of status: of what is reopened its receiver, their substitute, or who reopens it. */
async function receiverAfter(
  { database, viewer, context }: ActionCall,
  { from, to, receiver_id, neighborhood_id }: Pick<LockedApplication, 'receiver_id' | 'neighborhood_id'> & { from: Status; to: Status }, // prettier-ignore
): Promise<number> {
  const isTaken = from === 'created' || receiver_id === null;
  if (!isTaken && !reopens(from, to)) return receiver_id;
  const wanted = { adminId: receiver_id ?? viewer.id, neighborhoodId: neighborhood_id };
  const found = isTaken ? null : await findReceiver(database, wanted, context.timeZone);
  if (found) return found.receiverId;
  // Their rights may have changed since the call began.
  if (!(await mayReceive(database, viewer.id, neighborhood_id))) throw fail('not_found');
  return viewer.id;
}

/** A call about one application. */
export type ActionCall = Call<z.output<typeof params>, unknown, unknown, typeof applications>;

/** Locks the application until the transaction ends, so that of two changes the second sees what the first has done. */
export async function lock({ database, params: { id }, viewer }: ActionCall) {
  const locked = await lockApplication(database, id, areaOf(viewer));
  if (!locked) throw fail('not_found');
  return locked;
}

/** Ends every step: attaches its files, audits it, shows it on the screens, and presents it. */
export async function finish(
  call: ActionCall,
  written: WrittenAction,
  { action, details }: { action: string; details: Readonly<Record<string, unknown>> },
): Promise<Action> {
  const { id } = call.params;
  const fileIds = call.files.map((file) => file.id);
  const files = await attachFiles(call.database, id, written.action.id, fileIds);
  await call.audit({ action, subjectType: 'application', subjectId: id, details });
  await broadcast(call, 'application_change', written);
  return presentAction(written.action, written, files, call.present);
}
