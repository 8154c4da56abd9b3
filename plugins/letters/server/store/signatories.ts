import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import { fullName } from '#kernel/domain/text/index.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import type { Signatory } from '../../contract.ts';
import { letterApplication, lettersFrom, lettersWithin } from './rows.ts';

interface Row {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly role_uz: string;
  readonly role_ru: string;
}

/** Returns the admins who may sign letters: those who may answer applications, with their role's name as their position. */
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

/** Returns the signatories of the letters within an area, with name and position as on their latest letter. */
export async function readSigners(database: Database, area: Area): Promise<Signatory[]> {
  const { rows } = await sql<Signatory>`
    with recursive signer as (
      (select signatory_id as id from letters order by signatory_id limit 1)
      union all
      select (select signatory_id from letters where signatory_id > signer.id order by signatory_id limit 1)
      from signer where signer.id is not null
    )
    select signer.id, last.name, last.position from signer cross join lateral (
      select letter.signatory_name as name, letter.signatory_position as position
      from ${lettersFrom} where letter.signatory_id = signer.id and ${lettersWithin(letterApplication, area)}
      order by letter.id desc limit 1
    ) as last
    order by last.name, signer.id limit 500`.execute(database);
  return rows;
}
