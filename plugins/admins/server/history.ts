import { z } from 'zod';
import { fail, idParamSchema, problemsOf, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  adminTable,
  choiceField,
  type ColumnValues,
  defineHistory,
  flagField,
  historyNameFields,
  listField,
  namesIn,
  personalField,
  referenceField,
  roleTable,
  textField,
} from '#kernel/plugin-api/server.ts';
import {
  type Admin,
  type AdminBody,
  adminBodySchema,
  type Role,
  type RoleBody,
  roleBodySchema,
} from '../contract.ts';
import { admins } from '../manifest.ts';
import { type AdminCall, changeAdmin, setAdminBlocked } from './admin-routes.ts';
import { changeRoleTo } from './role-routes.ts';
import { presentAdmin, presentRole } from './presenter.ts';
import { findAdmin } from './store/admins.ts';
import { findRole } from './store/roles.ts';

const own = ['last_name', 'first_name', 'login', 'phone', 'role_id', 'neighborhoods'] as const;
const neighborhoodNames = namesIn('neighborhoods_v1_neighborhoods');

async function readAdmin({ database }: AdminCall, id: number, options: { readonly lock: boolean }) {
  const row = await findAdmin(database, id, options);
  if (!row) throw fail('not_found');
  return presentAdmin(row);
}

/** The history of admins in service: no password, no second factor, no number of OneID. */
export const adminHistory = defineHistory(admins, {
  tracked: adminTable,
  fields: [
    textField('last_name', 'admins:lastName'),
    textField('first_name', 'admins:firstName'),
    textField('login', 'admins:login'),
    personalField('phone', 'phone', 'admins:phone'),
    referenceField('role_id', 'admins:role', namesIn('kernel_v1_admin_roles')),
    listField(
      'neighborhoods',
      'admins:neighborhoods',
      (id, { nameOf }) => ({ text: nameOf(Number(id)) ?? String(id) }),
      { idOf: Number, namesOf: neighborhoodNames },
    ),
    flagField('blocked', 'admins:states.blocked'),
  ],
  path: 'admins',
  access: superAdmin,
  id: idParamSchema,
  find: readAdmin,
  async restore(call, id, columns) {
    const isOwn = own.some((column) => Object.hasOwn(columns, column));
    const change = { verb: 'restore', bodyOf: (before: Admin) => restoredAdmin(before, columns) };
    const changed = isOwn ? await changeAdmin(call, id, change) : null;
    if (columns['blocked'] === undefined) return changed ?? readAdmin(call, id, { lock: false });
    // The version was already compared, before the first of the two changes.
    const next: AdminCall = changed ? Object.create(call, { version: { value: null } }) : call;
    return setAdminBlocked(next, id, columns['blocked'] === true);
  },
});

function restoredAdmin({ neighborhoods, ...before }: Admin, columns: ColumnValues): AdminBody {
  const now: ColumnValues = { ...before, neighborhoods: neighborhoods.map(({ id }) => id), ...columns };
  const read = adminBodySchema.safeParse(Object.fromEntries(own.map((column) => [column, now[column]])));
  if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
  return read.data;
}

async function readRole({ database }: AdminCall, id: number, options: { readonly lock: boolean }) {
  const row = await findRole(database, id, options);
  if (!row) throw fail('not_found');
  return presentRole(row);
}

/** The history of roles: names, level and permissions. */
export const roleHistory = defineHistory(admins, {
  tracked: roleTable,
  fields: [
    ...historyNameFields('admins:roles.name'),
    choiceField('role', 'admins:roles.level', {
      super_admin: 'admins:levels.super_admin',
      admin: 'admins:levels.admin',
    }),
    listField('permissions', 'admins:roles.permissions', (permission, { permissionName }) => ({
      text: permissionName(String(permission)),
    })),
  ],
  path: 'admins/roles',
  access: superAdmin,
  id: idParamSchema,
  find: readRole,
  restore: (call, id, columns) =>
    changeRoleTo(call, id, { verb: 'restore', bodyOf: (before) => restoredRole(before, columns) }),
});

const roleColumnsSchema = z
  .object({ name_uz: z.string(), name_ru: z.string(), role: z.string(), permissions: z.array(z.string()) })
  .partial();

function restoredRole({ uz, ru, role, permissions }: Role, columns: ColumnValues): RoleBody {
  const past = roleColumnsSchema.parse(columns);
  const read = roleBodySchema.safeParse({
    uz: { name: past.name_uz ?? uz.name },
    ru: { name: past.name_ru ?? ru.name },
    role: past.role ?? role,
    permissions: past.permissions ?? permissions,
  });
  if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
  return read.data;
}
