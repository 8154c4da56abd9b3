import { sql } from 'kysely';
import { execute } from '#kernel/plugin-api/server.ts';
import { type Culprit, endsWith, type Kind, kinds, nameOf, type Tally } from './kinds.ts';
import { minute, type WatchContext } from './settings.ts';
import { tell } from './tell.ts';

/** Tells of each kind of which somebody has more within the window than the settings allow. */
export async function watchCounts(context: WatchContext, now: number): Promise<void> {
  const { minutes } = context.config.watch;
  const moment = { now, pauseMs: minutes * minute };
  const tallies = await readTallies(context, now - moment.pauseMs, now);
  for (const kind of kinds) {
    for (const { culprit, count } of findExcesses(kind, tallies, context.config.watch[kind.setting])) {
      const payload = {
        ...('network' in culprit ? { address: culprit.network } : {}),
        count,
        minutes,
      };
      const adminId = 'adminId' in culprit ? culprit.adminId : null;
      await tell(context, { kind: kind.notice, who: nameOf(culprit), adminId, count, payload }, moment);
    }
  }
}

/** Who has more of a kind than the threshold, and how much; nobody where that is 0. */
export function findExcesses(
  { endings, of, measure = countEntries }: Kind,
  tallies: readonly Tally[],
  threshold: number,
): { readonly culprit: Culprit; readonly count: number }[] {
  if (threshold === 0) return [];
  const culprits = new Map<string, { culprit: Culprit; tallies: Tally[] }>();
  for (const tally of tallies) {
    const culprit = endsWith(tally.action, endings) ? of(tally) : null;
    if (culprit === null) continue;
    const known = culprits.get(nameOf(culprit));
    if (known) known.tallies.push(tally);
    else culprits.set(nameOf(culprit), { culprit, tallies: [tally] });
  }
  return [...culprits.values()]
    .map((one) => ({ culprit: one.culprit, count: measure(one.tallies) }))
    .filter(({ count }) => count > threshold);
}

const countEntries = (tallies: readonly Tally[]) => tallies.reduce((sum, { entries }) => sum + entries, 0);

function readTallies(
  { database }: Pick<WatchContext, 'database'>,
  from: number,
  to: number,
): Promise<Tally[]> {
  return execute(
    database,
    sql<Tally>`
      select action, admin_id, address,
        case when action like '%.code.refuse' then subject_id end as refused_id,
        count(*)::int as entries,
        sum(case jsonb_typeof(details -> 'ids') when 'array' then greatest(1, jsonb_array_length(details -> 'ids')) else 1 end)::int
          as things
      from kernel_v1_audit where at > ${new Date(from)} and at <= ${new Date(to)}
      group by 1, 2, 3, 4`,
  );
}
