import { z } from 'zod';
import { allows, areaOf, fail, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import { actionSchema, type Action } from '../../contract.ts';
import {
  extensionBodySchema,
  deadlineBodySchema,
  applicationDeadlineSchema,
  type DeadlineChangeKind,
} from '../../contract/deadlines.ts';
import { applications, headAccess, receiverAccess } from '../../manifest.ts';
import { type ActionCall, finish, lock } from './action-routes.ts';
import { codedError, fieldErrors } from '../core/errors.ts';
import { writeDeadlineChange } from '../store/write.ts';
import { presentDeadline, deadlineAfter, extendedDeadline, type DeadlineState } from '../clock/deadline.ts';
import { readDeadline, recordDeadlineChange } from '../clock/deadline-store.ts';

const route = routesOf(applications);
const params = z.object({ id: idParamSchema });

/** `GET applications/:id/deadline`. */
export const deadline = route({
  method: 'GET',
  path: 'applications/:id/deadline',
  summary: 'The deadline of an application, its origin, and how the user may change it',
  access: receiverAccess,
  params,
  response: applicationDeadlineSchema,
  async handle({ database, viewer, params: { id }, context }) {
    const state = await readDeadline(database, id, areaOf(viewer));
    if (!state) throw fail('not_found');
    return presentDeadline(state, context, allows(headAccess, viewer));
  },
});

/** `POST applications/:id/deadline`. */
export const changeDeadline = route({
  method: 'POST',
  path: 'applications/:id/deadline',
  summary: 'Sets the deadline of an application that needs further study, or is for another organisation',
  access: receiverAccess,
  params,
  body: deadlineBodySchema,
  response: actionSchema,
  status: 201,
  async handle(call) {
    const { kind, reason } = call.body;
    const state = await lockDeadline(call);
    return write(call, state, { kind, reason, until: deadlineAfter(kind, state, call.context) });
  },
});

/** `POST applications/:id/deadline/extension`. */
export const extendDeadline = route({
  method: 'POST',
  path: 'applications/:id/deadline/extension',
  summary: 'Extends the deadline once, for heads; notifies the citizen',
  access: headAccess,
  params,
  body: extensionBodySchema,
  response: actionSchema,
  status: 201,
  async handle(call) {
    const { days, reason } = call.body;
    const state = await lockDeadline(call);
    if (days > call.context.config.deadline.extensionDays) throw fieldErrors({ days: 'deadline_too_long' });
    return write(call, state, {
      kind: 'extension',
      reason,
      until: extendedDeadline(days, state, call.context),
    });
  },
});

/** Reads the deadline under the application's lock: the second of two concurrent changes sees the first. */
async function lockDeadline(call: ActionCall): Promise<DeadlineState> {
  await lock(call);
  const state = await readDeadline(call.database, call.params.id, areaOf(call.viewer));
  if (!state) throw fail('not_found');
  return state;
}

async function write(
  call: ActionCall,
  state: DeadlineState,
  { kind, reason, until }: { kind: DeadlineChangeKind; reason: string; until: string | null },
): Promise<Action> {
  if (until === null) throw codedError('deadline_refused');
  const { id } = call.params;
  const written = await writeDeadlineChange(call.database, { id, reason, until, senderId: call.viewer.id });
  await recordDeadlineChange(call.database, written, { kind, former: state.until });
  return finish(call, written, {
    action: 'applications.term.change',
    details: { kind, from: state.until, to: until },
  });
}
