import { sql } from 'kysely';
import { z } from 'zod';
import {
  areaOf,
  fail,
  type HookCaller,
  idParamSchema,
  noticeHook,
  ownProofBodySchema,
  reaches,
  runQuery,
  superAdmin,
} from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  type Effects,
  hasFactor,
  listSuperAdmins,
  mayConfirm,
  readAdminNames,
  routesOf,
  withProof,
  writeAudit,
} from '#kernel/plugin-api/server.ts';
import { applicationStatesQuery } from '#plugins/applications/contract.ts';
import {
  applicationHoldSchema,
  citizenStateSchema,
  erasurePreviewSchema,
  requestBodySchema,
  requestListSchema,
  requestQuerySchema,
  requestSchema,
} from '../contract.ts';
import { receiverAccess, retention } from '../manifest.ts';
import { codedError } from './errors.ts';
import { previewErasure } from './erase.ts';
import { holdsOfCitizen, isInRegister, readMergedIds, selectHolds } from './holds.ts';
import {
  endRequest,
  findOpenRequest,
  insertRequest,
  listRequests,
  type LockedRequest,
  lockRequest,
  presentCounts,
  presentObstacle,
  selectRequests,
} from './requests.ts';

const route = routesOf(retention);
const params = z.object({ id: idParamSchema });

/** `GET retention/requests`. */
const list = route({
  method: 'GET',
  path: 'retention/requests',
  summary: 'Requested and completed erasures of citizens, the first 200',
  access: superAdmin,
  query: requestQuerySchema,
  response: requestListSchema,
  handle: ({ database, viewer, query: { state } }) => listRequests(database, viewer.id, state),
});

/** `GET retention/citizens/:id`. */
const citizen = route({
  method: 'GET',
  path: 'retention/citizens/:id',
  summary: 'The open erasure request of a citizen, and the holds on their records',
  access: superAdmin,
  params,
  response: citizenStateSchema,
  async handle(call) {
    const { database, viewer } = call;
    const { id } = call.params;
    await requireCitizen(database, id);
    return { request: await findOpenRequest(database, viewer.id, id), holds: await holdsOfCitizen(call, id) };
  },
});

/** `GET retention/citizens/:id/preview`. */
const preview = route({
  method: 'GET',
  path: 'retention/citizens/:id/preview',
  summary: 'Previews what erasing a citizen would delete and what prevents it; changes nothing',
  access: superAdmin,
  params,
  response: erasurePreviewSchema,
  async handle({ database, params: { id }, context }) {
    await requireCitizen(database, id);
    const { counts, obstacles, missing } = await previewErasure(context, id);
    if (missing.length > 0) throw codedError('plugins_off', { params: { plugins: missing.join(', ') } });
    return { counts: presentCounts(counts), obstacles: obstacles.map(presentObstacle) };
  },
});

/** `GET retention/applications/:id`. */
const application = route({
  method: 'GET',
  path: 'retention/applications/:id',
  summary: 'Whether there is a hold on an application or its citizen',
  access: receiverAccess,
  params,
  response: applicationHoldSchema,
  async handle({ database, viewer, hooks, params: { id } }) {
    const [state] = await runQuery(hooks, applicationStatesQuery, [id]);
    if (!state || !reaches(areaOf(viewer), state.neighborhoodId)) throw fail('not_found');
    const citizenIds = await readCitizenIds(database, hooks, id);
    const holds = await selectHolds(
      database,
      sql`(subject_type = 'application' and subject_id = ${id}
        or subject_type = 'user' and subject_id = any(${citizenIds}::bigint[]))`,
    );
    return { held: holds.length > 0 };
  },
});

/** `POST retention/citizens/:id/requests`. */
const requestErasure = route({
  method: 'POST',
  path: 'retention/citizens/:id/requests',
  summary: 'Requests the erasure of a citizen, or accepts a proposed one; another super admin confirms it',
  access: superAdmin,
  params,
  body: requestBodySchema,
  response: requestSchema,
  status: 201,
  errors: { 409: 'There is an open request already, or a hold on their records' },
  async handle(call) {
    const { database, viewer, audit, hooks, emit } = call;
    const { id } = call.params;
    const { reason } = call.body;
    if (!(await isInRegister(database, id))) throw fail('not_found');
    if ((await holdsOfCitizen(call, id)).length > 0) throw codedError('under_hold');
    const requestId = await insertRequest(database, { citizenId: id, adminId: viewer.id, reason });
    if (requestId === null) throw codedError('request_pending');
    await audit({ action: 'retention.erasure.ask', subjectType: 'user', subjectId: id });
    await hooks.call(noticeHook, {
      type: 'erasure_asked',
      payload: { by: (await readAdminNames(database, [viewer.id])).get(viewer.id) ?? '' },
      subject: { type: 'user', id },
      audience: { adminIds: await listSuperAdmins(database), exceptAdminId: viewer.id },
    });
    emit('retention_change', { citizen_id: id });
    return oneOf(database, viewer.id, requestId);
  },
});

/**
 * `POST retention/requests/:id/confirmation`: requires a proof, since it takes effect immediately and cannot
 * be undone.
 */
const confirm = route({
  method: 'POST',
  path: 'retention/requests/:id/confirmation',
  summary:
    'Confirms the erasure of a citizen that another super admin requested, with a proof of identity; a job runs it at once',
  access: superAdmin,
  params,
  body: ownProofBodySchema,
  response: requestSchema,
  errors: {
    409: 'It is not open, a hold was placed, or the requester is no longer a super admin; or the user requested it, has no second factor, or their account is newer than the request.',
  },
  transaction: false,
  async handle({ viewer, params: { id }, body, sessionId, origin, address, context }) {
    await oneOf(context.database, viewer.id, id);
    if (!(await hasFactor(context.database, viewer.id))) throw codedError('needs_factor');
    return withProof(context, viewer.id, { ...body, sessionId, origin }, async (effects) => {
      const { database, emit } = effects;
      const { citizen_id: citizenId, requested_by } = await agree(effects, id, viewer.id);
      await writeAudit(
        database,
        { adminId: viewer.id, sessionId, address },
        {
          action: 'retention.erasure.confirm',
          subjectType: 'user',
          subjectId: citizenId,
          details: { requested_by },
        },
      );
      emit('retention_change', { citizen_id: citizenId });
      return oneOf(database, viewer.id, id);
    });
  },
});

/** `DELETE retention/requests/:id`. */
const withdraw = route({
  method: 'DELETE',
  path: 'retention/requests/:id',
  summary: 'Withdraws a request or a proposal of an erasure',
  access: superAdmin,
  params,
  response: requestSchema,
  errors: { 409: 'It is confirmed, or has ended' },
  async handle({ database, viewer, params: { id }, audit, emit }) {
    const request = await lockRequest(database, id);
    if (!request) throw fail('not_found');
    if (request.state !== 'asked' && request.state !== 'proposed') throw codedError('request_ended');
    await endRequest(database, id, { state: 'withdrawn' });
    const { citizen_id: citizenId } = request;
    await audit({ action: 'retention.erasure.withdraw', subjectType: 'user', subjectId: citizenId });
    emit('retention_change', { citizen_id: citizenId });
    return oneOf(database, viewer.id, id);
  },
});

/** The routes of requests. */
export const requestRoutes = [list, citizen, preview, application, requestErasure, confirm, withdraw];

/**
 * Confirms a request. Rejects the admin who made it, or on whose behalf it may have been made; requests of
 * admins who are no longer super admins; and citizens under a hold.
 */
async function agree(
  { database, hooks }: Pick<Effects, 'database' | 'hooks'>,
  id: number,
  adminId: number,
): Promise<LockedRequest> {
  const request = await lockRequest(database, id);
  if (!request) throw fail('not_found');
  if (request.state !== 'asked' || request.askedAt === null) throw codedError('request_ended');
  if (request.requested_by === adminId) throw codedError('own_request');
  if (!(await listSuperAdmins(database)).some((one) => one === request.requested_by))
    throw codedError('requester_gone');
  if (!(await mayConfirm(database, { adminId, askedAt: request.askedAt }))) throw codedError('too_new');
  // For a merged citizen nothing would be erased, but it would be reported as erased.
  if (!(await isInRegister(database, request.citizen_id))) throw codedError('citizen_gone');
  if ((await holdsOfCitizen({ database, hooks }, request.citizen_id)).length > 0)
    throw codedError('under_hold');
  await sql`
    update retention_requests set state = 'confirmed', confirmed_by = ${adminId}, confirmed_at = now(),
      updated_at = now() where id = ${id}`.execute(database);
  return request;
}

/** The ids under which the citizen of an application is, or was before merges, in the register. */
async function readCitizenIds(
  database: Database,
  hooks: HookCaller,
  applicationId: number,
): Promise<number[]> {
  const { rows } = await sql<{ citizen_id: number | null }>`
    select citizen_id from applications_v1_cases where id = ${applicationId}`.execute(database);
  const citizenId = rows[0]?.citizen_id ?? null;
  return citizenId === null ? [] : readMergedIds(hooks, citizenId);
}

async function requireCitizen(database: Database, id: number): Promise<void> {
  const { rows } = await sql`select from users_v1_citizens where id = ${id}`.execute(database);
  if (rows.length === 0) throw fail('not_found');
}

async function oneOf(database: Database | DatabaseTransaction, viewerId: number, id: number) {
  const [found] = await selectRequests(database, viewerId, sql`request.id = ${id}`);
  if (!found) throw fail('not_found');
  return found;
}
