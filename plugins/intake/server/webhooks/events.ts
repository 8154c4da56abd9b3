import { sql } from 'kysely';
import { auditHook, runQuery } from '#kernel/plugin-api/contract.ts';
import { type Effects, hooksOf, type ServerContext } from '#kernel/plugin-api/server.ts';
import { applicationStatesQuery, type ApplicationState } from '#plugins/applications/contract.ts';
import type { EventType, SiteEvent } from '../../contract.ts';
import { intake } from '../../manifest.ts';

interface NewEvent {
  readonly siteId: number;
  readonly type: EventType;
  readonly data: SiteEvent['data'];
}

/**
 * Writes an event for a site, in the transaction of the change; it is delivered after the commit. The site is held until then, so
 * that its events become visible in the order of their ids: whoever asks for those after one of them misses none.
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

interface Told {
  readonly application_id: number;
  readonly site_id: number | null;
  readonly status: string;
  readonly cancel_time: string | null;
  readonly late: boolean;
}

/**
 * Compares where applications stand with what their sites were told last, and writes an event for each difference. The rows are
 * locked, so that the events of one application have the order of its changes.
 */
export async function tellChanges(
  effects: Effects<typeof intake>,
  applicationIds: readonly number[],
): Promise<void> {
  const { database, hooks } = effects;
  const { rows } = await sql<Told>`
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
    if (state) await tellChange(effects, row, state);
  }
}

async function tellChange(
  effects: Effects<typeof intake>,
  told: Told,
  state: ApplicationState,
): Promise<void> {
  const { id: number, status, cancelTime: cancel_time, late } = state;
  const hasStatus = status !== told.status;
  const hasDeadline = cancel_time !== told.cancel_time || (late && !told.late);
  if (!hasStatus && !hasDeadline && late === told.late) return;
  await sql`
    update intake_submissions set status = ${status}, cancel_time = ${cancel_time}, late = ${late}
    where application_id = ${number}`.execute(effects.database);
  if (told.site_id === null) return;
  const event = { siteId: told.site_id, data: { number, status, cancel_time, late } };
  if (hasStatus) await insertEvent(effects, { ...event, type: 'application.status' });
  if (hasDeadline) await insertEvent(effects, { ...event, type: 'application.deadline' });
}

/** Tells of every change of an application that is in the audit log, in the same transaction. */
export const followApplications = hooksOf(intake)(auditHook, async (entry, effects) => {
  if (entry.subjectType !== 'application' || entry.subjectId === null) return;
  // Of a new one no site was told anything yet: a submission is written after its application.
  if (entry.action === 'applications.create') return;
  await tellChanges(effects, [entry.subjectId]);
});

const batchSize = 200;

/** Tells of deadlines that have passed since. */
export async function tellPassedDeadlines({
  database,
  transaction,
}: ServerContext<typeof intake>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      select application_id as id from intake_submissions
      where site_id is not null and not late and status in ('created', 'accepted') and cancel_time < now()
      order by cancel_time limit ${batchSize}`.execute(database);
    if (rows.length > 0)
      await transaction((effects) =>
        tellChanges(
          effects,
          rows.map(({ id }) => id),
        ),
      );
    if (rows.length < batchSize) return;
  }
}
