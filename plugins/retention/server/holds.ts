import { sql } from 'kysely';
import { type HookCaller, relatedSubjectsHook } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  type Fragment,
} from '#kernel/plugin-api/server.ts';
import type { Hold } from '../contract.ts';

/**
 * Placing a hold and erasing a citizen wait for each other: the erasure sees an earlier hold, and a later
 * hold finds no citizen.
 */
export async function lockHolds(database: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('retention.holds'))`.execute(database);
}

/** Active holds that match a condition. */
export async function selectHolds(database: Database | DatabaseTransaction, rest: Fragment): Promise<Hold[]> {
  return execute(
    database,
    sql<Hold>`
      select hold.id, subject_type, subject_id, reason, placed_at as "placedAt",
        concat_ws(' ', admin.last_name, admin.first_name) as placed_by
      from retention_holds as hold left join kernel_v1_admins as admin on admin.id = placed_by
      where lifted_at is null and ${rest} order by hold.id desc limit 500`,
  );
}

/** The holds of a citizen, of the citizens merged into them, and of their applications. */
export async function holdsOfCitizen(
  { database, hooks }: { readonly database: Database | DatabaseTransaction; readonly hooks: HookCaller },
  citizenId: number,
): Promise<Hold[]> {
  const ids = await readMergedIds(hooks, citizenId);
  return selectHolds(
    database,
    sql`(subject_type = 'user' and subject_id = any(${ids}::bigint[]) or subject_type = 'application' and subject_id in (
      select id from applications_v1_cases where citizen_id = ${citizenId}))`,
  );
}

/** The ids under which a citizen is, or was before merges, in the register. */
export async function readMergedIds(hooks: HookCaller, citizenId: number): Promise<number[]> {
  const ids = new Set([citizenId]);
  for (let known = 0; known < ids.size;) {
    known = ids.size;
    await hooks.call(relatedSubjectsHook, {
      known: [...ids].map((id) => ({ type: 'user', id })),
      personalNumbers: [],
      add(subjects) {
        for (const { type, id, until } of subjects) if (type === 'user' && !until) ids.add(id);
      },
      addPersonalNumber() {},
    });
  }
  return [...ids];
}

/** Whether a citizen is in the register; until the transaction ends they cannot be merged. */
export async function isInRegister(database: DatabaseTransaction, citizenId: number): Promise<boolean> {
  const { rows } = await sql`select from users_v1_citizens where id = ${citizenId} for key share`.execute(
    database,
  );
  return rows.length > 0;
}

/** Whether the subject of a hold exists. */
export async function hasSubject(
  database: DatabaseTransaction,
  { subject_type: type, subject_id: id }: Pick<Hold, 'subject_type' | 'subject_id'>,
): Promise<boolean> {
  const table = type === 'user' ? sql`users_v1_citizens` : sql`applications_v1_cases`;
  const { rows } = await sql`select from ${table} where id = ${id}`.execute(database);
  return rows.length > 0;
}

/** Places a hold; null if there already is one. */
export async function insertHold(
  database: DatabaseTransaction,
  hold: Pick<Hold, 'subject_type' | 'subject_id' | 'reason'> & { readonly adminId: number },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into retention_holds (subject_type, subject_id, reason, placed_by)
    values (${hold.subject_type}, ${hold.subject_id}, ${hold.reason}, ${hold.adminId})
    on conflict (subject_type, subject_id) where lifted_at is null do nothing returning id`.execute(database);
  return rows[0]?.id ?? null;
}

/** Lifts a hold; null if it is no longer active. */
export async function liftHold(
  database: DatabaseTransaction,
  id: number,
  adminId: number,
): Promise<Pick<Hold, 'subject_type' | 'subject_id'> | null> {
  const { rows } = await sql<Pick<Hold, 'subject_type' | 'subject_id'>>`
    update retention_holds set lifted_at = now(), lifted_by = ${adminId} where id = ${id} and lifted_at is null
    returning subject_type, subject_id`.execute(database);
  return rows[0] ?? null;
}
