import { sql } from 'kysely';
import { allows, areaOf, type Area, type Viewer } from '#kernel/contract/index.ts';
import { constant, execute, within } from '#kernel/records/server/sql/statement.ts';
import type { Database } from '#kernel/server/api/index.ts';
import type { Status } from '../../contract.ts';
import { receivers } from '../../manifest.ts';
import { readBundle, selectBundle, type ApplicationRow, type Bundle, type BundleRow } from './rows.ts';

/** A step of the timeline as it is stored. */
export interface ActionRow {
  readonly id: number;
  readonly type: 'status' | 'message' | 'forward';
  readonly status: Status | null;
  readonly note: string | null;
  readonly message: string | null;
  readonly receiver_id: number | null;
  readonly sender_id: number | null;
  readonly created_at: string;
}

/** One application with its timeline, and all that both refer to. */
export interface Detail extends Bundle {
  readonly application: ApplicationRow;
  readonly actions: readonly ActionRow[];
}

/** The columns of {@link ActionRow} as a JSON object. */
export const actionObject = sql`json_build_object('id', id, 'type', type, 'status', status, 'note', note,
  'message', message, 'receiver_id', receiver_id, 'sender_id', sender_id, 'created_at', created_at)`;

const actionsOfTimeline = constant(sql`(select json_agg(${actionObject}) from action) as actions`);

/** Reads one application with its timeline in one statement; null outside of the area. */
export async function readDetail(database: Database, id: number, area: Area): Promise<Detail | null> {
  const [row] = await execute(
    database,
    sql<BundleRow & { actions: readonly ActionRow[] | null }>`
      with page as materialized (
        select * from applications where id = ${id} and ${within(area)}
      ), action as materialized (
        select * from application_actions where application_id = any(array(select id from page)) order by id
      )
      ${selectBundle('timeline', actionsOfTimeline)}`,
    { prepared: true },
  );
  const bundle = readBundle(row);
  const [application] = bundle.items;
  return application ? { ...bundle, application, actions: row?.actions ?? [] } : null;
}

/** Whether a viewer may read a stored file; null when it is not a file of an application. */
export async function mayReadFile(
  database: Database,
  fileId: number,
  viewer: Viewer,
): Promise<boolean | null> {
  const [row] = await execute(
    database,
    sql<{ reached: boolean }>`
      select ${within(areaOf(viewer), 'application.neighborhood_id')} as reached
      from application_files as link join applications as application on application.id = link.application_id
      where link.file_id = ${fileId}`,
    { prepared: true },
  );
  return row ? row.reached && allows(receivers, viewer) : null;
}
