import { allows, fail, pageOf, signedIn, staffChangeHook, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  assertNamesFree,
  assertUnused,
  assertVersion,
  changedFields,
  changeRoutesOf,
  endAdminSessions,
  insertRole,
  refreshSessions,
  retireRole,
  routesOf,
  updateRole,
} from '#kernel/plugin-api/server.ts';
import {
  roleBodySchema,
  roleListQuerySchema,
  roleListSchema,
  roleSchema,
  type Role,
  type RoleBody,
} from '../contract.ts';
import { admins } from '../manifest.ts';
import type { AdminCall } from './admin-routes.ts';
import { fieldError } from './core/errors.ts';
import { presentRole, presentRoleOption } from './presenter.ts';
import { adminsOfRole, findRole, listRoleOptions, listRoles } from './store/roles.ts';
import { assertSuperAdminStays } from './store/super-admins.ts';

const route = routesOf(admins);
const { update, remove } = changeRoutesOf(admins, { path: 'admins/roles', access: superAdmin });

/** `GET admins/roles`. */
export const listOfRoles = route({
  method: 'GET',
  path: 'admins/roles',
  summary: 'Roles: a page for super admins; with pagination=false all, for selects',
  access: signedIn,
  query: roleListQuerySchema,
  response: roleListSchema,
  async handle({ database, viewer, query, language }) {
    if (query.pagination === 'false') {
      return (await listRoleOptions(database, language)).map(presentRoleOption);
    }
    if (!allows(superAdmin, viewer)) throw fail('forbidden');
    const { rows, length } = await listRoles(database, query, language);
    return pageOf(rows.map(presentRole), { page: query.page, limit: query.limit, length });
  },
});

/** `POST admins/roles`. */
export const addRole = route({
  method: 'POST',
  path: 'admins/roles',
  summary: 'Adds a role',
  access: superAdmin,
  body: roleBodySchema,
  response: roleSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body } = call;
    assertPermissions(call, body.permissions, []);
    await assertNamesFree(database, { table: 'kernel_v1_admin_roles', names: body });
    const id = await insertRole(database, body, viewer.id);
    return finish(call, { id, change: 'created', action: 'admins.role.create', fields: Object.keys(body) });
  },
});

/**
 * `PUT admins/roles/:id`. A change of permissions ends the sessions of every admin with the role, except the
 * caller's.
 */
export const changeRole = update({
  summary: 'Changes the names and rights of a role',
  body: roleBodySchema,
  response: roleSchema,
  change: changeRoleTo,
});

/** `DELETE admins/roles/:id` (beyond the specification): a role that no admin has. */
export const removeRole = remove({
  summary: 'Deletes a role that nobody has',
  async remove(call, id) {
    await lock(call, id);
    await assertUnused(call, 'admins.role', id);
    await retireRole(call.database, id);
    await call.audit({ action: 'admins.role.delete', subjectType: 'admin_role', subjectId: id });
    call.emit('admin_role_change', { id, change: 'deleted' });
  },
});

/**
 * Changes a role to the body that `bodyOf` returns: checks it, audits it under the given verb, and updates
 * the sessions.
 */
export async function changeRoleTo(
  call: AdminCall,
  id: number,
  { verb, bodyOf }: { readonly verb: string; readonly bodyOf: (before: Role) => RoleBody },
): Promise<Role> {
  const { database, sessionId } = call;
  const before = await lock(call, id);
  const body = bodyOf(before);
  assertPermissions(call, body.permissions, before.permissions);
  await assertNamesFree(database, { table: 'kernel_v1_admin_roles', names: body, exceptId: id });
  if (before.role === 'super_admin' && body.role !== 'super_admin') {
    await assertSuperAdminStays(database, { roleId: id });
  }
  await updateRole(database, id, body);
  const fields = changedFields(sorted(before), sorted(body));
  const adminIds = await adminsOfRole(database, id);
  if (fields.includes('role') || fields.includes('permissions')) {
    await call.hooks.call(staffChangeHook, { adminIds, actorId: call.viewer.id });
    await endAdminSessions(database, adminIds, { reason: 'rights', exceptSessionId: sessionId });
  } else if (fields.length > 0) await refreshSessions(database, adminIds);
  return finish(call, { id, change: 'updated', action: `admins.role.${verb}`, fields });
}

/** Locks a role until the transaction ends; throws if there is none, or if its version differs. */
async function lock(call: AdminCall, id: number): Promise<Role> {
  const found = await findRole(call.database, id, { lock: true });
  if (!found) throw fail('not_found');
  const before = presentRole(found);
  assertVersion(call, before);
  return before;
}

/** Allows the permissions of enabled plugins, and those of disabled plugins that the role already has. */
function assertPermissions(
  { context }: AdminCall,
  requested: readonly string[],
  held: readonly string[],
): void {
  const known = new Set([...context.permissions.map(({ permission }) => permission), ...held]);
  const isKnown = requested.every((permission) => known.has(permission));
  if (!isKnown || new Set(requested).size < requested.length)
    throw fieldError('permissions', 'permission_unknown');
}

function sorted<Named extends { readonly permissions: readonly string[] }>(role: Named): Named {
  return { ...role, permissions: role.permissions.toSorted() };
}

interface Change {
  readonly id: number;
  readonly change: 'created' | 'updated';
  readonly action: string;
  readonly fields: readonly string[];
}

async function finish(call: AdminCall, { id, change, action, fields }: Change): Promise<Role> {
  await call.audit({ action, subjectType: 'admin_role', subjectId: id, details: { fields } });
  call.emit('admin_role_change', { id, change });
  const written = await findRole(call.database, id);
  if (!written) throw fail('not_found');
  return presentRole(written);
}
