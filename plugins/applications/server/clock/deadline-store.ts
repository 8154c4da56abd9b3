import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  timestampToIso,
  within,
} from '#kernel/plugin-api/server.ts';
import { openStatuses, type Status } from '../../contract.ts';
import { type DeadlineChangeKind } from '../../contract/deadlines.ts';
import type { WrittenAction } from '../store/write.ts';
import type { DeadlineChange, DeadlineState } from './deadline.ts';

interface DeadlineRow {
  readonly status: Status;
  readonly created_at: string;
  readonly cancel_time: string | null;
  readonly changes: readonly (Omit<DeadlineChange, 'createdAt'> & { readonly created_at: string })[] | null;
}

/** Reads the deadline of an application; null outside the area. */
export async function readDeadline(
  database: Database | DatabaseTransaction,
  id: number,
  area: Area,
): Promise<DeadlineState | null> {
  const [row] = await execute(
    database,
    sql<DeadlineRow>`
      select status, to_json(created_at) as created_at, to_json(cancel_time) as cancel_time, (
        select json_agg(json_build_object('id', change.id, 'kind', kind, 'action_id', action_id, 'former', former,
          'until', until, 'created_at', change.created_at) order by change.id)
        from application_terms as change where change.application_id = applications.id
      ) as changes
      from applications where id = ${id} and ${within(area)}`,
    { prepared: true },
  );
  if (!row) return null;
  return {
    since: timestampToIso(row.created_at),
    until: row.cancel_time === null ? null : timestampToIso(row.cancel_time),
    isOpen: (openStatuses as readonly Status[]).includes(row.status),
    changes: (row.changes ?? []).map(({ created_at, former, until, ...change }) => ({
      ...change,
      former: former === null ? null : timestampToIso(former),
      until: timestampToIso(until),
      createdAt: timestampToIso(created_at),
    })),
  };
}

/** Records the reason for a change of the deadline, with the timeline step. */
export async function recordDeadlineChange(
  database: DatabaseTransaction,
  { application, action }: WrittenAction,
  { kind, former }: { kind: DeadlineChangeKind; former: string | null },
): Promise<void> {
  await sql`
    insert into application_terms (application_id, action_id, kind, former, until)
    values (${application.id}, ${action.id}, ${kind}, ${former}::timestamptz, ${application.cancel_time}::timestamptz)
  `.execute(database);
}
