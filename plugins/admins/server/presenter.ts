import type { SessionAdmin } from '#kernel/contract/index.ts';
import type { SessionAdminRow } from './store.ts';

/** The admin of a session, as he sees himself. */
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
    neighborhoods: row.neighborhoods.map(({ id, name_uz, name_ru }) => ({
      id,
      uz: { name: name_uz },
      ru: { name: name_ru },
    })),
    ...(row.must_change_password ? { must_change_password: true } : {}),
  };
}
