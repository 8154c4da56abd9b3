import { sql } from 'kysely';
import { onHook } from '#kernel/plugin-api/server.ts';
import { applicationStatesQuery, openStatuses, type Status } from '../contract.ts';

interface StateRow {
  readonly id: number;
  readonly status: Status;
  readonly cancel_time: Date | string | null;
  readonly late: boolean;
  readonly neighborhood_id: number;
}

/** Provides the states of applications to other plugins. */
export const provideStates = onHook(applicationStatesQuery, async ({ input, respond }, { database }) => {
  const { rows } = await sql<StateRow>`
    select id, status, cancel_time, neighborhood_id,
      coalesce(status = any(${[...openStatuses]}) and cancel_time < now(), false) as late
    from applications where id = any(${[...input]}::bigint[])`.execute(database);
  respond(
    rows.map(({ id, status, cancel_time, late, neighborhood_id }) => ({
      id,
      status,
      cancelTime: cancel_time && new Date(cancel_time).toISOString(),
      late,
      neighborhoodId: neighborhood_id,
    })),
  );
});
