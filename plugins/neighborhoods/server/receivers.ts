import { sql } from 'kysely';
import type { Database } from '#kernel/server/plugins/api/index.ts';

/** Who may be handed an application. */
const receiverPermission = 'application_receiver';

export interface ReceiverRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly role_uz: string;
  readonly role_ru: string;
}

/** Admins who may receive applications of a neighbourhood: those assigned to it, and super admins, who reach it anyway. */
export async function receiversIn(database: Database, neighborhoodId: number): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    select a.id, a.first_name, a.last_name, a.father_name, r.name_uz as role_uz, r.name_ru as role_ru
    from admins a join admin_roles r on r.id = a.role_id
    where not a.blocked and ${receiverPermission} = any(r.permissions)
      and (r.role = 'super_admin' or exists (
        select from admin_neighborhoods n where n.admin_id = a.id and n.neighborhood_id = ${neighborhoodId}))
    order by a.last_name, a.first_name, a.id`.execute(database);
  return rows;
}
