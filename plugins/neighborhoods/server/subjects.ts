import { sql } from 'kysely';
import { subjectPagesHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';

/** Links neighbourhoods in the audit log to their pages. */
export const nameSubjects = onHook(subjectPagesHook, async ({ idsOf, add }, { database }) => {
  const ids = [...idsOf('neighborhood')];
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number; title: string }>`
    select id, name_uz as title from neighborhoods where id = any(${ids}::bigint[])`.execute(database);
  for (const { id, title } of rows) add('neighborhood', id, { path: `/neighborhoods/${id}`, title });
});
