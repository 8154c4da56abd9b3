import { z } from 'zod';
import { areaOf, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { type Call, routesOf } from '#kernel/plugin-api/server.ts';
import {
  actionSchema,
  forwardBodySchema,
  messageBodySchema,
  statusBodySchema,
  uploadLimits,
  type Action,
} from '../../contract.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { type Acting, lockOf, performForward, performStatus } from '../actions/perform.ts';
import { fieldErrors } from '../core/errors.ts';
import { presentAction } from '../core/presenter.ts';
import { attachFiles, writeMessage, type WrittenAction } from '../store/write.ts';
import { broadcast, notifyNewReceiver, notifyParticipants } from '../core/notify.ts';

const route = routesOf(applications);
const params = z.object({ id: idParamSchema });

/** The common options of routes that add to an application's timeline. */
const timelineRoute = {
  method: 'POST',
  access: receiverAccess,
  params,
  response: actionSchema,
  status: 201,
} as const;

/** The same, for an entry that may include files. */
export const uploadingRoute = {
  ...timelineRoute,
  upload: { maxFiles: uploadLimits.maxFiles, maxBytes: uploadLimits.timelineBytes },
} as const;

/** `POST applications/:id/actions/statuses`. */
export const changeStatus = route({
  ...timelineRoute,
  path: 'applications/:id/actions/statuses',
  summary: 'Changes the status; the admin who accepts a new application becomes responsible for it',
  body: statusBodySchema,
  async handle(call) {
    const { id } = call.params;
    const locked = await lock(call);
    const { written, entry } = await performStatus(actingOf(call), { id, locked, body: call.body });
    return finish(call, written, entry);
  },
});

/** `POST applications/:id/actions/messages`. */
export const sendMessage = route({
  ...uploadingRoute,
  path: 'applications/:id/actions/messages',
  summary: 'Adds a message to the timeline: a text, files, or both',
  body: messageBodySchema,
  async handle(call) {
    const { database, viewer, body, files } = call;
    if (body.message === '' && files.length === 0) throw fieldErrors({ message: 'message_empty' });
    await lock(call);
    const { id } = call.params;
    const written = await writeMessage(database, { id, message: body.message, senderId: viewer.id });
    await notifyParticipants(call, written, body.message);
    return finish(call, written, { action: 'applications.message.send', details: { files: files.length } });
  },
});

/** `POST applications/:id/actions/forwards`. */
export const forward = route({
  ...uploadingRoute,
  path: 'applications/:id/actions/forwards',
  summary: 'Forwards the application to another admin of its neighbourhood',
  body: forwardBodySchema,
  async handle(call) {
    const { id } = call.params;
    const locked = await lock(call);
    const done = await performForward(actingOf(call), { id, locked, body: call.body });
    const { written, receiverId, entry } = done;
    await notifyNewReceiver(call, written, { message: call.body.message, receiverId });
    return finish(call, written, entry);
  },
});

/** A call about one application. */
export type ActionCall = Call<z.output<typeof params>, unknown, unknown, typeof applications>;

export const lock = (call: ActionCall) => lockOf(actingOf(call), call.params.id);

/** The caller, with their area. */
function actingOf({ database, hooks, emit, viewer, context }: ActionCall): Acting {
  return { database, hooks, emit, viewer, area: areaOf(viewer), context };
}

/** Finishes every step: attaches its files, audits it, sends it to open pages, and presents it. */
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
