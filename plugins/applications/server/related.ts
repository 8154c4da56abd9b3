import { sql } from 'kysely';
import { relatedSubjectsHook, subjectPagesHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';

/** Provides the present and former applications of a citizen. */
const provideRelated = onHook(relatedSubjectsHook, async ({ known, personalNumbers, add }, { database }) => {
  const users = known.filter(({ type }) => type === 'user');
  const citizens = users.filter(({ until }) => !until).map(({ id }) => id);
  // While they were merged, readers of this citizen's page also saw the applications of the other one.
  const merges = users.filter(({ until }) => until).map(({ since, until }) => ({ since, until }));
  const { rows } = await sql<{ id: number; until: string | null }>`
    with past as (
      select application_id as id, until from application_past_citizens where citizen_id = any(${citizens}::bigint[])
    )
    select id, null::timestamptz as until from applications where citizen_id = any(${citizens}::bigint[])
    union select id, null from applications where personal_number = any(${[...personalNumbers]}::text[])
    union select id, until from past
    union select past.id, merge.until from past join jsonb_to_recordset(${JSON.stringify(merges)}::jsonb)
      as merge (since timestamptz(3), until timestamptz(3)) on merge.since = past.until`.execute(database);
  add(rows.map(({ id, until }) => ({ type: 'application', id, until })));
});

const namePages = onHook(subjectPagesHook, async ({ idsOf, add }) => {
  for (const id of idsOf('application')) add('application', id, { path: `/applications/${id}` });
});

/** The hook listeners of applications for the audit log. */
export const auditHooks = [provideRelated, namePages];
