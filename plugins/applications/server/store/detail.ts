import { sql } from 'kysely';
import { allows, type Area, areaOf, type Viewer } from '#kernel/plugin-api/contract.ts';
import { type Database, execute, within } from '#kernel/plugin-api/server.ts';
import type { RevealedField } from '#plugins/users/contract.ts';
import { receiverAccess } from '../../manifest.ts';
import { citizenOf, type CitizenRow } from './citizen.ts';
import { tasksOf, type TaskRow } from './task-rows.ts';
import { readBundle, selectBundle, type ActionRow, type ApplicationRow, type Bundle } from './rows.ts';

/** One application with its timeline, and all rows that both refer to. */
export interface Detail extends Bundle {
  readonly application: ApplicationRow;
  readonly actions: readonly ActionRow[];
  readonly citizen: CitizenRow | null;
  readonly tasks: readonly TaskRow[];
}

/** Reads one application with its timeline in one statement; null outside the area. */
export async function readDetail(database: Database, id: number, area: Area): Promise<Detail | null> {
  const [row] = await execute(
    database,
    selectBundle<{ readonly citizen: CitizenRow | null; readonly tasks: readonly TaskRow[] | null }>({
      values: (page) =>
        sql`(${citizenOf(sql`select citizen_id from ${page}`)}) as citizen, (${tasksOf(sql`select id from ${page}`)}) as tasks`,
      page: sql`select * from applications where id = ${id} and ${within(area)}`,
      steps: (page) =>
        sql`select * from application_actions where application_id = any(array(select id from ${page})) order by id`,
      files: 'all',
    }),
    { prepared: true },
  );
  const bundle = readBundle(row);
  const [application] = bundle.items;
  return application
    ? {
        ...bundle,
        application,
        actions: row?.actions ?? [],
        citizen: row?.citizen ?? null,
        tasks: row?.tasks ?? [],
      }
    : null;
}

/** Whether a viewer may read a stored file; null if it is not an application's file. */
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
  return row ? row.reached && allows(receiverAccess, viewer) : null;
}

/** Whether a viewer may open an application. */
export async function mayOpen(database: Database, id: number, viewer: Viewer): Promise<boolean> {
  if (!allows(receiverAccess, viewer)) return false;
  const rows = await execute(
    database,
    sql`select from applications where id = ${id} and ${within(areaOf(viewer))}`,
    { prepared: true },
  );
  return rows.length > 0;
}

const revealedColumns = {
  personal_number: sql`personal_number`,
  passport: sql`nullif(concat_ws(' ', passport_series, passport_number), '')`,
  birthday: sql`birthday::text`,
} as const;

/** One value of an application's person; undefined outside the area, null if the application does not have it. */
export async function readRevealed(
  database: Database,
  { id, field, area }: { readonly id: number; readonly field: RevealedField; readonly area: Area },
): Promise<string | null | undefined> {
  const { rows } = await sql<{ value: string | null }>`
    select ${revealedColumns[field]} as value from applications where id = ${id} and ${within(area)}`.execute(
    database,
  );
  return rows[0]?.value;
}
