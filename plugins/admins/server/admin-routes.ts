import { z } from 'zod';
import { fail, idParamSchema, pageOf, staffChangeHook, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  assertVersion,
  blockAdmin,
  type Call,
  changedFields,
  changeRoutesOf,
  endAdminSessions,
  insertAdmin,
  refreshSessions,
  requireGoodPassword,
  retireAdmin,
  routesOf,
  updateAdmin,
} from '#kernel/plugin-api/server.ts';
import {
  adminBodySchema,
  adminListQuerySchema,
  adminPageSchema,
  adminSchema,
  blockQuerySchema,
  registerBodySchema,
  type Admin,
  type AdminBody,
  type RegisterBody,
} from '../contract.ts';
import { admins } from '../manifest.ts';
import { loginTaken, codedError, fieldError } from './core/errors.ts';
import { presentAdmin } from './presenter.ts';
import { findAdmin, isLoginTaken, listAdmins, unknownNeighborhoods } from './store/admins.ts';
import { levelOfRole } from './store/roles.ts';
import { assertSuperAdminStays } from './store/super-admins.ts';

const route = routesOf(admins);
const routesOfOne = changeRoutesOf(admins, { path: 'admins', access: superAdmin });

/** A call of any route of this plugin. */
export type AdminCall = Call<unknown, unknown, unknown, typeof admins>;

/** `GET admins`. */
export const list = route({
  method: 'GET',
  path: 'admins',
  summary: 'The active admins',
  access: superAdmin,
  query: adminListQuerySchema,
  response: adminPageSchema,
  async handle({ database, query, language }) {
    const { rows, length } = await listAdmins(database, query, language);
    return pageOf(rows.map(presentAdmin), { page: query.page, limit: query.limit, length });
  },
});

/** Creates `POST admins/register`. */
export function registerRoute() {
  /** The password hashes of running calls, made before their transactions, which would hold locks all that time. */
  const hashes = new WeakMap<RegisterBody, string>();
  return route({
    method: 'POST',
    path: 'admins/register',
    summary: 'Adds an admin',
    access: superAdmin,
    body: registerBodySchema,
    response: adminSchema,
    status: 201,
    async beforeTransaction({ body, context }) {
      requireGoodPassword(body.password, body.login);
      hashes.set(body, await context.passwords.hash(body.password));
    },
    async handle(call) {
      const { password: _, must_change_password: mustChangePassword = false, ...body } = call.body;
      await assertReferences(call, body, null);
      const passwordHash = hashes.get(call.body);
      if (passwordHash === undefined) throw new Error('the password was not hashed before the transaction');
      const id = await insertAdmin(call.database, body, { passwordHash, mustChangePassword });
      return finish(call, { id, change: 'created', action: 'admins.create', fields: Object.keys(call.body) });
    },
  });
}

/** `PUT admins/:id`. A change of role or area ends the sessions of the admin, except the caller's own. */
export const update = routesOfOne.update({
  summary: 'Changes an admin with role and neighbourhoods',
  body: adminBodySchema,
  response: adminSchema,
  change: changeAdmin,
});

/** `PUT admins/:id/block?blocked=true|false` (beyond the specification). */
export const block = route({
  method: 'PUT',
  path: 'admins/:id/block',
  summary: 'Blocks or unblocks an admin',
  access: superAdmin,
  params: z.object({ id: idParamSchema }),
  query: blockQuerySchema,
  versioned: true,
  response: adminSchema,
  handle: (call) => setAdminBlocked(call, call.params.id, call.query.blocked === 'true'),
});

/** `DELETE admins/:id`. The admin's name remains on their past actions. */
export const remove = routesOfOne.remove({
  summary: 'Retires an admin',
  async remove(call, id) {
    const { row } = await lock(call, id);
    await assertDispensable(call, row);
    await endAdminSessions(call.database, [id], { reason: 'closed' });
    await retireAdmin(call.database, id);
    await call.hooks.call(staffChangeHook, { adminIds: [id], actorId: call.viewer.id });
    await call.audit({ action: 'admins.delete', subjectType: 'admin', subjectId: id });
    call.emit('admin_change', { id, change: 'deleted' });
  },
});

/** Changes an admin to the body that `bodyOf` returns: checks it, audits it under the given verb, and updates their sessions. */
export async function changeAdmin(
  call: AdminCall,
  id: number,
  { verb, bodyOf }: { readonly verb: string; readonly bodyOf: (before: Admin) => AdminBody },
): Promise<Admin> {
  const { database, viewer, sessionId } = call;
  const { row, before } = await lock(call, id);
  const body = bodyOf(before);
  const level = await assertReferences(call, body, row.id);
  if (row.role === 'super_admin' && level !== 'super_admin') {
    await assertSuperAdminStays(database, { adminId: row.id });
  }
  await updateAdmin(database, row, body);
  const fields = changedFields(editableFields(before), editableFields(body));
  const isEverywhere = row.role === 'super_admin' && level === 'super_admin';
  if (fields.includes('role_id') || fields.includes('neighborhoods')) {
    await call.hooks.call(staffChangeHook, { adminIds: [row.id], actorId: viewer.id });
  }
  if (fields.includes('role_id') || (fields.includes('neighborhoods') && !isEverywhere)) {
    const exceptSessionId = row.id === viewer.id ? sessionId : null;
    await endAdminSessions(database, [row.id], { reason: 'rights', exceptSessionId });
  } else if (fields.length > 0) await refreshSessions(database, [row.id]);
  return finish(call, { id: row.id, change: 'updated', action: `admins.${verb}`, fields });
}

/** Blocks an admin and ends their sessions, or unblocks them. */
export async function setAdminBlocked(call: AdminCall, id: number, blocked: boolean): Promise<Admin> {
  const { database } = call;
  const { row } = await lock(call, id);
  if (blocked) {
    await assertDispensable(call, row);
    await endAdminSessions(database, [row.id], { reason: 'closed' });
  }
  await blockAdmin(database, row.id, blocked);
  if (blocked) await call.hooks.call(staffChangeHook, { adminIds: [row.id], actorId: call.viewer.id });
  const action = blocked ? 'admins.block' : 'admins.unblock';
  return finish(call, { id: row.id, change: 'updated', action, fields: ['blocked'] });
}

/** Locks an admin until the transaction ends; throws if there is none, or if its version differs. */
export async function lock(call: AdminCall, id: number) {
  const row = await findAdmin(call.database, id, { lock: true });
  if (!row) throw fail('not_found');
  const before = presentAdmin(row);
  assertVersion(call, before);
  return { row, before };
}

/** Throws for the caller's own account and for the last super admin. */
async function assertDispensable(
  { database, viewer }: AdminCall,
  row: { readonly id: number; readonly role: string },
): Promise<void> {
  if (row.id === viewer.id) throw codedError('own_account');
  if (row.role === 'super_admin') await assertSuperAdminStays(database, { adminId: row.id });
}

/** Checks role, neighborhoods and login against the database; returns the level of the role. */
async function assertReferences({ database }: AdminCall, body: AdminBody, exceptId: number | null) {
  const level = await levelOfRole(database, body.role_id);
  if (level === null) throw fieldError('role_id', 'role_unknown');
  const unknown = await unknownNeighborhoods(database, body.neighborhoods);
  if (unknown.length > 0) throw fieldError('neighborhoods', 'neighborhood_unknown');
  if (await isLoginTaken(database, body.login, exceptId)) throw loginTaken();
  return level;
}

/** The editable fields of an admin, for comparing the versions before and after. */
function editableFields({ neighborhoods, ...admin }: Admin | AdminBody): object {
  const { login, first_name, last_name, phone = null, role_id } = admin;
  const ids = new Set(neighborhoods.map((one) => (typeof one === 'number' ? one : one.id)));
  return { login, first_name, last_name, phone, role_id, neighborhoods: [...ids].toSorted((a, b) => a - b) };
}

interface Change {
  readonly id: number;
  readonly change: 'created' | 'updated';
  readonly action: string;
  readonly fields: readonly string[];
}

/** Audits the change, sends its event, and returns the changed admin. */
export async function finish(call: AdminCall, { id, change, action, fields }: Change): Promise<Admin> {
  await call.audit({ action, subjectType: 'admin', subjectId: id, details: { fields } });
  call.emit('admin_change', { id, change });
  const written = await findAdmin(call.database, id);
  if (!written) throw fail('not_found');
  return presentAdmin(written);
}
