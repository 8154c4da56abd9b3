import { sql } from 'kysely';
import type { Database } from '#kernel/plugin-api/server.ts';
import type { ReceiverOption } from '../../contract.ts';

/** The permission of admins who may receive applications. */
const receiverPermission = 'application_receiver';

/** Admins who may receive a neighbourhood's applications: those assigned to it, and super admins. */
export async function listReceivers(database: Database, neighborhoodId: number): Promise<ReceiverOption[]> {
  const { rows } = await sql<ReceiverOption>`
    select a.id, a.first_name, a.last_name, a.father_name,
      json_build_object('uz', json_build_object('name', r.name_uz), 'ru', json_build_object('name', r.name_ru)) as role
    from kernel_v1_admins a join kernel_v1_admin_roles r on r.id = a.role_id
    where not a.blocked and ${receiverPermission} = any(r.permissions)
      and (r.role = 'super_admin' or exists (
        select from kernel_v1_admin_neighborhoods n where n.admin_id = a.id and n.neighborhood_id = ${neighborhoodId}))
    order by a.last_name, a.first_name, a.id`.execute(database);
  return rows;
}
