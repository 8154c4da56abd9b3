import { sql } from 'kysely';
import { removalHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';
import { citizenMergeHook, citizenSplitHook } from '#plugins/users/contract.ts';

const plugin = 'applications';

/** Assigns the applications of a merged citizen to the remaining one, and changes nothing else in them. */
export const followMerges = onHook(
  citizenMergeHook,
  async ({ remainingId, mergedId, moved, unmoved }, { database }) => {
    const { rows: theirs } = await sql<{ id: number }>`
      select id from applications where citizen_id = ${remainingId}`.execute(database);
    unmoved(
      plugin,
      theirs.map(({ id }) => id),
    );
    const { rows } = await sql<{ id: number }>`
      update applications set citizen_id = ${remainingId} where citizen_id = ${mergedId} returning id`.execute(
      database,
    );
    moved(
      plugin,
      rows.map(({ id }) => id),
    );
  },
);

/**
 * Returns applications to the second citizen when a merge is undone. Those received or corrected during the
 * merge go to the citizen whose documents they name: a JSHSHIR decides, then a passport that only one of the
 * two has.
 */
export const splitMerges = onHook(
  citizenSplitHook,
  async ({ remainingId, mergedId, moved, unmoved, since }, { database }) => {
    const movedIds = [...(moved[plugin] ?? [])];
    const unmovedIds = unmoved && [...(unmoved[plugin] ?? [])];
    await sql`
      with documents as (
        select id as citizen_id, personal_number, passport_series, passport_number from users_v1_citizens
        where id in (${remainingId}, ${mergedId})
        union all
        select citizen_id, personal_number, passport_series, passport_number from users_v1_former_papers
        where citizen_id in (${remainingId}, ${mergedId})
      ), requested as (
        select application.*, application.id = any(${movedIds}::bigint[]) as was_moved,
          ${unmovedIds}::bigint[] is not null and application.id = any(${unmovedIds}::bigint[])
            or ${unmovedIds}::bigint[] is null and application.created_at < ${since}::timestamptz as was_unmoved,
          exists (select from application_actions as action
            where action.application_id = application.id and action.type = 'change'
              and action.created_at >= ${since}::timestamptz
              and jsonb_path_exists(action.details, ${correctedDocuments}::jsonpath)) as was_corrected
        from applications as application where application.citizen_id = ${remainingId}
      ), decided as (
        select requested.id, case when was_corrected or not (was_moved or was_unmoved) then coalesce(
          (select min(citizen_id) from documents where documents.personal_number = requested.personal_number),
          (select min(citizen_id) from documents
            where documents.passport_series = requested.passport_series and documents.passport_number = requested.passport_number
            having count(distinct citizen_id) = 1),
          case when was_moved then ${mergedId}::bigint end
        ) when was_moved then ${mergedId} end as citizen_id
        from requested
      )
      update applications set citizen_id = ${mergedId} from decided
      where decided.id = applications.id and decided.citizen_id = ${mergedId}`.execute(database);
  },
);

/** A timeline step that has corrected the documents identifying the applicant. */
const correctedDocuments =
  '$ ? (@.kind == "correction").fields[*] ? (@.field == "personal_number" || @.field == "passport_series" || @.field == "passport_number")';

/** Counts the applications of a citizen. */
export const countCitizenUses = onHook(removalHook, async ({ subject, id, uses }, { database }) => {
  if (subject !== 'users.user') return;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from applications where citizen_id = ${id}`.execute(database);
  uses(plugin, rows[0]?.count ?? 0);
});
