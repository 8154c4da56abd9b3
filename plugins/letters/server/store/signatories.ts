import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Signatory } from '../../contract.ts';

interface Row {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly role_uz: string;
  readonly role_ru: string;
}

/** Who may sign letters: admins who may answer applications, with the name of their role as their position. */
export async function readSignatories(
  database: Database | DatabaseTransaction,
  language: Language,
  id: number | null = null,
): Promise<Signatory[]> {
  const { rows } = await sql<Row>`
    select admin.id, admin.first_name, admin.last_name, admin.father_name, role.name_uz as role_uz, role.name_ru as role_ru
    from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
    where not admin.blocked and 'application_receiver' = any(role.permissions)
      and (${id}::bigint is null or admin.id = ${id})
    order by role.role desc, admin.last_name, admin.first_name, admin.id limit 500`.execute(database);
  return rows.map((row) => ({
    id: row.id,
    name: fullName(row),
    position: row[`role_${language}`],
  }));
}
