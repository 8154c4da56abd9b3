import { sql } from 'kysely';
import { execute } from '#kernel/plugin-api/server.ts';
import { minuteMs } from '#kernel/domain/text/dates.ts';
import { endsWith, type Kind, kinds, nameOf, type ActionCount, type WatchedEntity } from './kinds.ts';
import type { WatchContext } from './settings.ts';
import { warnAdmins } from './warn-admins.ts';

/** Warns of each kind of activity that exceeds its threshold within the window. */
export async function watchCounts(context: WatchContext, now: number): Promise<void> {
  const { minutes } = context.config.watch;
  const moment = { now, pauseMs: minutes * minuteMs };
  const tallies = await readTallies(context, now - moment.pauseMs, now);
  for (const kind of kinds) {
    for (const { entity, count } of findExcesses(kind, tallies, context.config.watch[kind.setting])) {
      const payload = {
        ...('network' in entity ? { address: entity.network } : {}),
        count,
        minutes,
      };
      const adminId = 'adminId' in entity ? entity.adminId : null;
      await warnAdmins(context, { kind: kind.notice, who: nameOf(entity), adminId, count, payload }, moment);
    }
  }
}

/** Returns the entities whose count exceeds the threshold, with the count; none if the threshold is 0. */
export function findExcesses(
  { endings, of, measure = countEntries }: Kind,
  tallies: readonly ActionCount[],
  threshold: number,
): { readonly entity: WatchedEntity; readonly count: number }[] {
  if (threshold === 0) return [];
  const entities = new Map<string, { entity: WatchedEntity; tallies: ActionCount[] }>();
  for (const tally of tallies) {
    const entity = endsWith(tally.action, endings) ? of(tally) : null;
    if (entity === null) continue;
    const known = entities.get(nameOf(entity));
    if (known) known.tallies.push(tally);
    else entities.set(nameOf(entity), { entity, tallies: [tally] });
  }
  return [...entities.values()]
    .map((one) => ({ entity: one.entity, count: measure(one.tallies) }))
    .filter(({ count }) => count > threshold);
}

const countEntries = (tallies: readonly ActionCount[]) =>
  tallies.reduce((sum, { entries }) => sum + entries, 0);

function readTallies(
  { database }: Pick<WatchContext, 'database'>,
  from: number,
  to: number,
): Promise<ActionCount[]> {
  return execute(
    database,
    sql<ActionCount>`
      select action, admin_id, address,
        case when action like '%.code.refuse' then subject_id end as refused_id,
        count(*)::int as entries,
        sum(case jsonb_typeof(details -> 'ids') when 'array' then greatest(1, jsonb_array_length(details -> 'ids')) else 1 end)::int
          as records
      from kernel_v1_audit where at > ${new Date(from)} and at <= ${new Date(to)}
      group by action, admin_id, address, refused_id`,
  );
}
