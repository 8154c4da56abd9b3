import { sql } from 'kysely';
import { removalHook } from '#kernel/plugin-api/contract.ts';
import { onHook } from '#kernel/plugin-api/server.ts';
import { citizenMergeHook, citizenSplitHook } from '#plugins/users/contract.ts';

const plugin = 'applications';

/** Applications of a citizen who is merged into another are that one's from then on; nothing else of them changes. */
export const followMerges = onHook(
  citizenMergeHook,
  async ({ remainingId, mergedId, moved }, { database }) => {
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

/** They are the second's again when the merge is undone. */
export const splitMerges = onHook(
  citizenSplitHook,
  async ({ remainingId, mergedId, moved }, { database }) => {
    await sql`
    update applications set citizen_id = ${mergedId}
    where id = any(${[...(moved[plugin] ?? [])]}::bigint[]) and citizen_id = ${remainingId}`.execute(
      database,
    );
  },
);

/** Counts the applications of a citizen. */
export const keepCitizens = onHook(removalHook, async ({ subject, id, uses }, { database }) => {
  if (subject !== 'users.user') return;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from applications where citizen_id = ${id}`.execute(database);
  uses(plugin, rows[0]?.count ?? 0);
});
