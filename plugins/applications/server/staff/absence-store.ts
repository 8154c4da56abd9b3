import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import type { Database, DatabaseTransaction } from '#kernel/plugin-api/server.ts';
import type { Absence, StaffMember } from '../../contract/staff.ts';

/** A new absence; both days are included. */
export interface NewAbsence {
  readonly adminId: number;
  readonly from: string;
  readonly until: string;
  readonly substituteId: number;
  readonly createdBy: number;
}

/** The problems of a new absence. */
export type AbsenceProblem = 'overlap' | 'circle';

/**
 * Writes an absence, unless the admin is already away on one of its days, or substitutes would form a cycle.
 * One is written at a time, so that two concurrent ones cannot form a cycle.
 */
export async function insertAbsence(
  database: DatabaseTransaction,
  { adminId, from, until, substituteId, createdBy }: NewAbsence,
): Promise<AbsenceProblem | null> {
  await sql`lock table application_absences in share row exclusive mode`.execute(database);
  const { rows } = await sql<{ overlaps: boolean; circles: boolean }>`
    with recursive chain (admin_id, from_day, until_day) as (
      select ${substituteId}::bigint, ${from}::date, ${until}::date
      union
      select absence.substitute_id, greatest(chain.from_day, absence.from_day), least(chain.until_day, absence.until_day)
      from chain join application_absences as absence on absence.admin_id = chain.admin_id
        and absence.from_day <= chain.until_day and absence.until_day >= chain.from_day
    )
    select exists (select from chain where admin_id = ${adminId}) as circles, exists (
      select from application_absences as absence
      where absence.admin_id = ${adminId} and absence.from_day <= ${until}::date and absence.until_day >= ${from}::date
    ) as overlaps`.execute(database);
  if (rows[0]?.overlaps) return 'overlap';
  if (rows[0]?.circles) return 'circle';
  await sql`
    insert into application_absences (admin_id, from_day, until_day, substitute_id, created_by)
    values (${adminId}, ${from}, ${until}, ${substituteId}, ${createdBy})`.execute(database);
  return null;
}

/** Deletes an absence, and returns its admin; null if there is none. */
export async function removeAbsence(
  database: DatabaseTransaction,
  id: number,
): Promise<{ readonly admin_id: number } | null> {
  const { rows } = await sql<{ admin_id: number }>`
    delete from application_absences where id = ${id} returning admin_id`.execute(database);
  return rows[0] ?? null;
}

/** Returns the id of an absence's admin; null if there is none. */
export async function ownerOfAbsence(database: Database, id: number): Promise<number | null> {
  const { rows } = await sql<{ admin_id: number }>`
    select admin_id from application_absences where id = ${id}`.execute(database);
  return rows[0]?.admin_id ?? null;
}

/** The absences of an admin that have not ended, the nearest first. */
export async function listAbsences(
  database: Database,
  adminId: number,
  today: string,
): Promise<readonly Absence[]> {
  const { rows } = await sql<Absence>`
    select absence.id, absence.from_day::text as "from", absence.until_day::text as until,
      json_build_object('id', admin.id, 'first_name', admin.first_name, 'last_name', admin.last_name) as substitute
    from application_absences as absence join kernel_v1_admins as admin on admin.id = absence.substitute_id
    where absence.admin_id = ${adminId} and absence.until_day >= ${today}::date
    order by absence.from_day, absence.id`.execute(database);
  return rows;
}

/** Returns the possible substitutes of an admin: those who receive applications in one of their neighbourhoods. */
export async function listSubstitutes(database: Database, adminId: number): Promise<readonly StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select substitute.id, substitute.first_name, substitute.last_name,
      json_build_object('uz', json_build_object('name', role.name_uz), 'ru', json_build_object('name', role.name_ru)) as role
    from kernel_v1_admins as substitute join kernel_v1_admin_roles as role on role.id = substitute.role_id
    where substitute.id <> ${adminId} and not substitute.blocked and 'application_receiver' = any(role.permissions)
      and (role.role = 'super_admin' or exists (
        select from kernel_v1_admins as away join kernel_v1_admin_roles as away_role on away_role.id = away.role_id
        where away.id = ${adminId} and away_role.role = 'super_admin'
      ) or exists (
        select from kernel_v1_admin_neighborhoods as own join kernel_v1_admin_neighborhoods as shared
          on shared.neighborhood_id = own.neighborhood_id
        where own.admin_id = substitute.id and shared.admin_id = ${adminId}))
    order by role.role, substitute.last_name, substitute.first_name, substitute.id`.execute(database);
  return rows;
}

/** Whether all neighbourhoods of an admin lie within an area; a super admin's only within `everywhere`. */
export async function isWithin(database: Database, adminId: number, area: Area): Promise<boolean> {
  const { rows } = await sql<{ role: string; ids: readonly number[] }>`
    select role.role, array(
      select own.neighborhood_id::int from kernel_v1_admin_neighborhoods as own where own.admin_id = admin.id) as ids
    from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
    where admin.id = ${adminId} and admin.deleted_at is null`.execute(database);
  const [found] = rows;
  if (!found) return false;
  return (
    area === 'everywhere' || (found.role !== 'super_admin' && found.ids.every((id) => area.includes(id)))
  );
}
