import { sql } from 'kysely';
import { auditHook, runQuery } from '#kernel/plugin-api/contract.ts';
import { type Effects, type Fragment, hooksOf, type ServerContext } from '#kernel/plugin-api/server.ts';
import { applicationStatesQuery, type ApplicationState } from '#plugins/applications/contract.ts';
import type { EventType, SiteEvent } from '../../contract.ts';
import { intake } from '../../manifest.ts';

interface NewEvent {
  readonly siteId: number;
  readonly type: EventType;
  readonly data: SiteEvent['data'];
}

/**
 * Writes an event for a site, in the transaction of the change; it is delivered after the commit. The site
 * stays locked until then, so that its events become visible in the order of their ids: a site that requests
 * the events after a given one misses none.
 */
export async function insertEvent(
  { database, emit }: Pick<Effects<typeof intake>, 'database' | 'emit'>,
  { siteId, type, data }: NewEvent,
): Promise<void> {
  await sql`select from intake_sites where id = ${siteId} for no key update`.execute(database);
  await sql`
    insert into intake_events (site_id, type, data) values (${siteId}, ${type}, ${JSON.stringify(data)})`.execute(
    database,
  );
  emit('intake_site_change', { id: siteId });
}

/**
 * Advances the ids of events to the number of quarter seconds since 2026, unless they are higher. A restored database would issue
 * ids again that sites have already received: they would ignore events with these ids, or never request them. The ids stay
 * higher than the lost ones as long as there are fewer than four events a second, and below 2^31 until 2043.
 */
export async function advanceEventIds({ database }: Pick<ServerContext, 'database'>): Promise<void> {
  await sql`
    select setval(ids, quarters) from (
      select pg_get_serial_sequence('intake_events', 'id')::regclass as ids,
        (extract(epoch from now() - timestamptz '2026-01-01T00:00Z') * 4)::bigint as quarters
    ) as next where coalesce(pg_sequence_last_value(ids), 0) < quarters`.execute(database);
}

/** The state of an application that its site was informed of last. */
interface ReportedState {
  readonly application_id: number;
  readonly site_id: number | null;
  readonly status: string;
  readonly cancel_time: string | null;
  readonly late: boolean;
}

/**
 * Compares applications with the states last reported to their sites, and writes an event for each
 * difference. The rows are locked, so that the events of an application are in the order of its changes.
 */
export async function emitChanges(
  effects: Effects<typeof intake>,
  applicationIds: readonly number[],
): Promise<void> {
  const { database, hooks } = effects;
  const { rows } = await sql<ReportedState>`
    select application_id, site_id, status, cancel_time, late from intake_submissions
    where application_id = any(${[...applicationIds]}::bigint[]) order by application_id for no key update`.execute(
    database,
  );
  if (rows.length === 0) return;
  const states = await runQuery(
    hooks,
    applicationStatesQuery,
    rows.map((row) => row.application_id),
  );
  const byId = new Map(states.map((state) => [state.id, state]));
  for (const row of rows) {
    const state = byId.get(row.application_id);
    if (state) await emitChange(effects, row, state);
  }
}

async function emitChange(
  effects: Effects<typeof intake>,
  reported: ReportedState,
  state: ApplicationState,
): Promise<void> {
  const { id: number, status, cancelTime: cancel_time, late } = state;
  const hasStatus = status !== reported.status;
  const hasDeadline = cancel_time !== reported.cancel_time || (late && !reported.late);
  if (!hasStatus && !hasDeadline && late === reported.late) return;
  await sql`
    update intake_submissions set status = ${status}, cancel_time = ${cancel_time}, late = ${late}
    where application_id = ${number}`.execute(effects.database);
  if (reported.site_id === null) return;
  const event = { siteId: reported.site_id, data: { number, status, cancel_time, late } };
  if (hasStatus) await insertEvent(effects, { ...event, type: 'application.status' });
  if (hasDeadline) await insertEvent(effects, { ...event, type: 'application.deadline' });
}

/** Audited actions that change nothing; they have no transaction in which an event could be written completely or not at all. */
const reads = /\.(read|reveal)$/;

/** Writes an event for every change of an application that is in the audit log, in the same transaction. */
export const followApplications = hooksOf(intake)(auditHook, async (entry, effects) => {
  if (entry.subjectType !== 'application' || entry.subjectId === null || reads.test(entry.action)) return;
  // No site waits for events of a new application: its submission is written after it.
  if (entry.action === 'applications.create') return;
  await emitChanges(effects, [entry.subjectId]);
});

const batchSize = 200;

/**
 * Writes events for changes that happened while the plugin was disabled. Every application that was open then is compared,
 * since its deadline may have changed.
 */
export function emitMissedChanges(context: ServerContext<typeof intake>): Promise<void> {
  const changed = sql`
    select application_id as id from intake_submissions as submission
    join applications_v1_cases as application on application.id = submission.application_id
    where site_id is not null
      and (application.status <> submission.status or submission.status in ('created', 'accepted'))`;
  return emitChangesOf(context, changed);
}

/** Writes events for deadlines that have passed. */
export function emitPassedDeadlines(context: ServerContext<typeof intake>): Promise<void> {
  const late = sql`
    select application_id as id from intake_submissions
    where site_id is not null and not late and status in ('created', 'accepted') and cancel_time < now()`;
  return emitChangesOf(context, late);
}

/** Processes the applications of a statement, a few per transaction. */
async function emitChangesOf(
  { database, transaction }: ServerContext<typeof intake>,
  found: Fragment,
): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const { rows } = await sql<{ id: number }>`
      select id from (${found}) as found where id > ${after} order by id limit ${batchSize}`.execute(
      database,
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await transaction((effects) => emitChanges(effects, ids));
    after = ids.at(-1);
  }
}
