import { sql } from 'kysely';
import type { RoleLevel } from '#kernel/plugin-api/contract.ts';
import type { Database } from '#kernel/plugin-api/server.ts';

export interface SessionAdminRow {
  id: number;
  login: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  must_change_password: boolean;
  must_add_factor: boolean;
  role: RoleLevel;
  permissions: string[];
  role_uz: string;
  role_ru: string;
  neighborhoods: { id: number; name_uz: string; name_ru: string }[];
}

/** A session's admin with their role and neighbourhoods, sorted by name. */
export async function findSessionAdmin(database: Database, adminId: number): Promise<SessionAdminRow | null> {
  const { rows } = await sql<SessionAdminRow>`
    select a.id, a.login, a.first_name, a.last_name, a.phone, a.must_change_password,
      (select must_add_factor from kernel_v1_admin_factors f where f.admin_id = a.id) as must_add_factor,
      r.role, r.permissions, r.name_uz as role_uz, r.name_ru as role_ru,
      (select coalesce(json_agg(json_build_object('id', n.id, 'name_uz', n.name_uz, 'name_ru', n.name_ru)
          order by n.name_uz, n.id), '[]')
        from kernel_v1_admin_neighborhoods own join neighborhoods_v1_neighborhoods n on n.id = own.neighborhood_id
        where own.admin_id = a.id) as neighborhoods
    from kernel_v1_admins a join kernel_v1_admin_roles r on r.id = a.role_id
    where a.id = ${adminId}`.execute(database);
  return rows[0] ?? null;
}
