import { sql } from 'kysely';
import { relatedSubjectsHook, subjectPagesHook } from '#kernel/plugin-api/contract.ts';
import { hooksOf } from '#kernel/plugin-api/server.ts';
import { letters } from '../manifest.ts';

const onHook = hooksOf(letters);

/** Provides the letters to a person, and the bulk jobs that contain them. */
const provideRelated = onHook(relatedSubjectsHook, async ({ known, add }, { database }) => {
  const applications = known.flatMap(({ type, id }) => (type === 'application' ? [id] : []));
  const { rows } = await sql<{ type: string; id: number }>`
    select 'letter' as type, id from letters where application_id = any(${applications}::bigint[])
    union select 'letter_batch', batch_id from letters
    where application_id = any(${applications}::bigint[]) and batch_id is not null`.execute(database);
  add(rows);
});

const namePages = onHook(subjectPagesHook, async ({ idsOf, add }) => {
  for (const id of idsOf('letter')) add('letter', id, { path: `/letters/list?open=${id}` });
  for (const id of idsOf('letter_batch')) add('letter_batch', id, { path: '/letters/batches' });
  for (const id of idsOf('letter_template')) add('letter_template', id, { path: `/letters/templates/${id}` });
});

/** The hook listeners of letters for the audit log. */
export const auditHooks = [provideRelated, namePages];
