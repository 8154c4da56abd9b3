import type { Option, SessionAdmin } from '#kernel/plugin-api/contract.ts';
import { type NameColumns, presentNames, presentRecord } from '#kernel/plugin-api/server.ts';
import type { Admin, Role, RoleOption } from '../contract.ts';
import type { AdminRow } from './store/admins.ts';
import type { RoleRow } from './store/roles.ts';
import type { SessionAdminRow } from './store/session-admin.ts';

/** The admin of a session, as shown to themselves. */
export function presentSessionAdmin(row: SessionAdminRow): SessionAdmin {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
    login: row.login,
    user_type: 'admin',
    role: {
      role: row.role,
      permissions: row.permissions,
      uz: { name: row.role_uz },
      ru: { name: row.role_ru },
    },
    neighborhoods: row.neighborhoods.map(presentOption),
    ...(row.must_change_password ? { must_change_password: true } : {}),
    ...(row.must_add_factor ? { must_add_factor: true } : {}),
  };
}

/** An admin as in the list. */
export function presentAdmin(row: AdminRow): Admin {
  return {
    id: row.id,
    login: row.login,
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
    role_id: row.role_id,
    role: { role: row.role, uz: { name: row.role_uz }, ru: { name: row.role_ru } },
    neighborhoods: row.neighborhoods.map(presentOption),
    blocked: row.blocked,
    must_change_password: row.must_change_password,
    second_factor: row.second_factor,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A role as the list shows it. */
export function presentRole(row: RoleRow): Role {
  return { ...presentRoleOption(row), admins: row.admins, ...presentRecord(row) };
}

/** A role as selects need it. */
export function presentRoleOption(
  row: Pick<RoleRow, 'id' | 'role' | 'permissions'> & NameColumns,
): RoleOption {
  return { id: row.id, role: row.role, permissions: row.permissions, ...presentNames(row) };
}

function presentOption(row: { readonly id: number } & NameColumns): Option {
  return { id: row.id, ...presentNames(row) };
}
