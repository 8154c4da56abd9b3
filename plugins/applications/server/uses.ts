import { sql } from 'kysely';
import { removalHook } from '#kernel/contract/index.ts';
import { onHook } from '#kernel/server/plugins/api/index.ts';

/** A neighbourhood stays as long as an application names it: as where help is asked for, or as where its author lives. */
export const uses = onHook(removalHook, async (removal, { database }) => {
  if (removal.subject !== 'neighborhoods.neighborhood') return;
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from applications where neighborhood_id = ${removal.id})
      + (select count(*) from applications
         where author_neighborhood_id = ${removal.id} and neighborhood_id <> ${removal.id}) as count`.execute(
    database,
  );
  removal.uses('applications', rows[0]?.count ?? 0);
});
