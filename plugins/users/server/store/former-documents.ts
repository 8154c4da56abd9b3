import { sql } from 'kysely';
import { type Database, type DatabaseTransaction, execute } from '#kernel/plugin-api/server.ts';

/** The known documents of a person. */
export interface IdentityDocuments {
  readonly personal_number: string | null;
  readonly passport_series: string | null;
  readonly passport_number: string | null;
}

/** Makes a merged citizen's former documents lead to the remaining one. Call it before the merged citizen is deleted. */
export async function moveFormerDocuments(
  database: DatabaseTransaction,
  { remainingId, mergedId }: { readonly remainingId: number; readonly mergedId: number },
): Promise<void> {
  await sql`
    update user_former_papers set citizen_id = ${remainingId} where citizen_id = ${mergedId}`.execute(
    database,
  );
}

/**
 * Stores both citizens' documents by which neither is found any more, so that they lead to the remaining one.
 * Call it once the remaining citizen is final.
 */
export async function writeFormerDocuments(database: DatabaseTransaction, mergeId: number): Promise<void> {
  await sql`
    insert into user_former_papers (merge_id, citizen_id, personal_number, passport_series, passport_number, is_alone)
    select merge.id, citizen.id, nullif(person.personal_number, citizen.personal_number), person.passport_series,
      person.passport_number, person.personal_number is null
    from user_merges as merge join users as citizen on citizen.id = merge.remaining_id
    cross join lateral (
      select * from jsonb_populate_record(null::users, merge.merged_before)
      union all select * from jsonb_populate_record(null::users, merge.remaining_before)
    ) as person
    where merge.id = ${mergeId} and coalesce(person.personal_number, person.passport_number) is not null
      and (person.personal_number, person.passport_series, person.passport_number)
        is distinct from (citizen.personal_number, citizen.passport_series, citizen.passport_number)`.execute(
    database,
  );
}

/** Moves documents back when a merge is undone: the second citizen again has those from earlier merges. */
export async function restoreFormerDocuments(
  database: DatabaseTransaction,
  { mergeId, mergedId }: { readonly mergeId: number; readonly mergedId: number },
): Promise<void> {
  await sql`delete from user_former_papers where merge_id = ${mergeId}`.execute(database);
  await sql`
    with recursive merged (id, merged_id) as (
      select id, merged_id from user_merges where remaining_id = ${mergedId} and undone_at is null
      union
      select merge.id, merge.merged_id from merged join user_merges as merge
        on merge.remaining_id = merged.merged_id and merge.undone_at is null
    )
    update user_former_papers set citizen_id = ${mergedId} where merge_id in (select id from merged)`.execute(
    database,
  );
}

/**
 * Returns the id of the citizen into whom the person with some documents was merged, by the rule of the
 * register: a JSHSHIR, or a passport if there was none; null if there is no such citizen.
 */
export async function findRemaining(
  database: Database | DatabaseTransaction,
  { personal_number: number, passport_series: series, passport_number: passport }: IdentityDocuments,
): Promise<number | null> {
  const named =
    number === null
      ? sql`is_alone and passport_series = ${series} and passport_number = ${passport}`
      : sql`personal_number = ${number}`;
  const [row] = await execute(
    database,
    sql<{ id: number }>`
      select citizen_id as id from user_former_papers where ${named} order by merge_id desc limit 1`,
  );
  return row?.id ?? null;
}
