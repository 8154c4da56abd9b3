import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  execute,
  type Fragment,
} from '#kernel/plugin-api/server.ts';
import type { ErasureRequest } from '../contract.ts';

type RequestRow = Omit<ErasureRequest, 'counts' | 'obstacles' | 'own'> & {
  readonly counts: Readonly<Record<string, number>>;
  readonly obstacles: readonly Obstacle[];
  readonly requested_by_id: number | null;
};

/** The records that prevented an erasure. */
export interface Obstacle {
  readonly key: string;
  readonly type: string;
  readonly ids: readonly number[];
}

const waiting = sql`request.state in ('proposed', 'asked', 'confirmed')`;

/** Requests that match a condition, as presented to a viewer. */
export async function selectRequests(
  database: Database | DatabaseTransaction,
  viewerId: number,
  rest: Fragment,
): Promise<ErasureRequest[]> {
  const rows = await execute(
    database,
    sql<RequestRow>`
      select request.id, citizen_id, source, state, reason, ended_at as "endedAt", asked_at as "askedAt", counts, obstacles,
        request.created_at as "createdAt", requested_by as requested_by_id,
        case when citizen.id is not null then
          concat_ws(' ', citizen.last_name, citizen.first_name, citizen.father_name) end as name,
        concat_ws(' ', requester.last_name, requester.first_name) as requested_by,
        concat_ws(' ', confirmer.last_name, confirmer.first_name) as confirmed_by
      from retention_requests as request left join users_v1_citizens as citizen on citizen.id = citizen_id
      left join kernel_v1_admins as requester on requester.id = requested_by
      left join kernel_v1_admins as confirmer on confirmer.id = confirmed_by where ${rest}`,
  );
  return rows.map(({ counts, obstacles, requested_by_id: requestedBy, ...row }) => ({
    ...row,
    requested_by: row.requested_by || null,
    confirmed_by: row.confirmed_by || null,
    counts: presentCounts(counts),
    obstacles: obstacles.map(presentObstacle),
    own: requestedBy === viewerId,
  }));
}

/** Counts as presented. */
export function presentCounts(counts: Readonly<Record<string, number>>): ErasureRequest['counts'] {
  return Object.entries(counts).map(([key, count]) => ({ key, count }));
}

/** An obstacle as presented. */
export function presentObstacle({ key, type, ids }: Obstacle): ErasureRequest['obstacles'][number] {
  return { key, type, ids: [...ids], count: ids.length };
}

/** Returns open or ended requests. */
export async function listRequests(
  database: Database,
  viewerId: number,
  state: 'waiting' | 'ended',
): Promise<{ items: ErasureRequest[]; length: number }> {
  const which = state === 'waiting' ? waiting : sql`not ${waiting}`;
  const order = state === 'waiting' ? sql`request.id` : sql`request.ended_at desc, request.id desc`;
  const { rows } = await sql<{ length: number }>`
    select count(*) as length from retention_requests as request where ${which}`.execute(database);
  const items = await selectRequests(database, viewerId, sql`${which} order by ${order} limit 200`);
  return { items, length: rows[0]?.length ?? 0 };
}

/** Returns the open erasure request of a citizen; null if there is none. */
export async function findOpenRequest(
  database: Database | DatabaseTransaction,
  viewerId: number,
  citizenId: number,
): Promise<ErasureRequest | null> {
  const [found] = await selectRequests(database, viewerId, sql`citizen_id = ${citizenId} and ${waiting}`);
  return found ?? null;
}

/** Requests a citizen's erasure, or takes over a proposal; null if there already is an open request. */
export async function insertRequest(
  database: DatabaseTransaction,
  { citizenId, adminId, reason }: { citizenId: number; adminId: number; reason: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into retention_requests as request (citizen_id, source, state, reason, requested_by, asked_at)
    values (${citizenId}, 'staff', 'asked', ${reason}, ${adminId}, now())
    on conflict (citizen_id) where state in ('proposed', 'asked', 'confirmed') do update
      set state = 'asked', reason = excluded.reason, requested_by = excluded.requested_by, asked_at = now(), updated_at = now()
      where request.state = 'proposed'
    returning id`.execute(database);
  return rows[0]?.id ?? null;
}

/** A request, locked until the transaction ends. */
export interface LockedRequest {
  readonly citizen_id: number;
  readonly state: ErasureRequest['state'];
  readonly requested_by: number | null;
  readonly confirmed_by: number | null;
  readonly askedAt: string | null;
}

/** Locks a request. */
export async function lockRequest(database: DatabaseTransaction, id: number): Promise<LockedRequest | null> {
  const { rows } = await sql<LockedRequest>`
    select citizen_id, state, requested_by, confirmed_by, asked_at as "askedAt"
    from retention_requests where id = ${id} for update`.execute(database);
  return rows[0] ?? null;
}

/** Writes the result of a request; texts about the citizen are deleted with them. */
export async function endRequest(
  database: DatabaseTransaction,
  id: number,
  end: {
    readonly state: 'done' | 'refused' | 'withdrawn';
    readonly counts?: Readonly<Record<string, number>>;
    readonly obstacles?: readonly Obstacle[];
  },
): Promise<void> {
  await sql`
    update retention_requests set state = ${end.state}, counts = ${JSON.stringify(end.counts ?? {})}::jsonb,
      obstacles = ${JSON.stringify(end.obstacles ?? [])}::jsonb, ended_at = now(), updated_at = now()
    where id = ${id}`.execute(database);
}
