import { sql } from 'kysely';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import { openStatuses } from '#plugins/applications/contract.ts';
import type { retention } from '../manifest.ts';

/** The maximum number of proposals per run; the rest follow in the next one. */
const maxProposals = 500;

/**
 * Proposes citizens whose retention period has ended; an erasure requires two super admins. Citizens with an
 * open request, with one that ended within a year, or under a hold are not proposed.
 */
export async function propose({ config, transaction }: ServerContext<typeof retention>): Promise<void> {
  const { finishedMonths, idleMonths } = config;
  await transaction(async ({ database, emit }) => {
    const { rows } = await sql`
      insert into retention_requests (citizen_id, source, state)
      select id, source, 'proposed' from (
        select citizen.id, case when cases.count > 0 then 'finished' else 'idle' end as source
        from users_v1_citizens as citizen cross join lateral (
          select count(*) as count, max(status_at) as last, bool_or(status = any(${[...openStatuses]}::text[])) as is_open,
            array_agg(id) as ids
          from applications_v1_cases where citizen_id = citizen.id
        ) as cases
        where case when cases.count > 0
            then ${finishedMonths} > 0 and not cases.is_open and cases.last < now() - ${finishedMonths} * interval '1 month'
            else ${idleMonths} > 0 and citizen.updated_at < now() - ${idleMonths} * interval '1 month' end
          and not exists (select from retention_requests as request where request.citizen_id = citizen.id
            and (request.ended_at is null or request.ended_at > now() - interval '1 year'))
          and not exists (select from retention_holds as hold where hold.lifted_at is null
            and (hold.subject_type = 'user' and hold.subject_id = citizen.id
              or hold.subject_type = 'application' and hold.subject_id = any(cases.ids)))
        order by citizen.id limit ${maxProposals}
      ) as due
      on conflict do nothing returning id`.execute(database);
    if (rows.length > 0) emit('retention_change', { citizen_id: null });
  });
}
