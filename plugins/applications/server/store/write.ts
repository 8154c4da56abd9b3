import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import {
  type DatabaseTransaction,
  execute,
  type SearchablePerson,
  type Fragment,
  personKey,
  touched,
  within,
} from '#kernel/plugin-api/server.ts';
import type { EmploymentStatus, Status } from '../../contract.ts';
import {
  filesOf,
  readBundle,
  selectBundle,
  type ActionRow,
  type ApplicationRow,
  type Bundle,
  type FileRow,
} from './rows.ts';

/** The applicant's data at the time of the application. */
export interface Author extends SearchablePerson {
  readonly birthday: string | null;
  readonly neighborhoodId: number | null;
}

/** A new application. */
export interface NewApplication {
  readonly neighborhoodId: number;
  readonly author: Author;
  readonly employmentStatus: EmploymentStatus;
  readonly salary: string | null;
  readonly plannedAssistance: string;
  /** The citizen of the register; null if the form names none. */
  readonly citizenId: number | null;
  readonly source: string;
  readonly noDocumentReason: string | null;
  /** The admin who entered it; null for an external application. */
  readonly createdBy: number | null;
  /** Calendar days until the deadline. */
  readonly deadlineDays: number;
  readonly timeZone: string;
}

/** An application after a change, with the rows that its list form refers to. */
export interface Written extends Bundle {
  readonly application: ApplicationRow;
}

/** An application after a new timeline step. */
export interface WrittenAction extends Written {
  readonly action: ActionRow;
}

/** Writes a new application; null if the neighbourhood does not exist. */
export async function insertApplication(
  database: DatabaseTransaction,
  application: NewApplication,
): Promise<Written | null> {
  const { author } = application;
  const [row] = await execute(
    database,
    selectBundle({
      page: sql`
        insert into applications (day, neighborhood_id, first_name, last_name, father_name, phone, birthday,
          passport_series, passport_number, personal_number, author_neighborhood_id, employment_status, salary,
          planned_assistance, cancel_time, created_by, search_key, citizen_id, source, no_document_reason)
        select (now() at time zone ${application.timeZone})::date, place.id, ${author.firstName}::text,
          ${author.lastName}::text, ${author.fatherName}::text, ${author.phone}::text, ${author.birthday}::date,
          ${author.passportSeries}::text, ${author.passportNumber}::text, ${author.personalNumber}::text,
          ${author.neighborhoodId}::bigint, ${application.employmentStatus}::text, ${application.salary}::text,
          ${application.plannedAssistance}::text, (now() at time zone ${application.timeZone} + ${application.deadlineDays}::int * interval '1 day')
            at time zone ${application.timeZone},
          ${application.createdBy}::bigint, ${personKey(author)}::text, ${application.citizenId}::bigint,
          ${application.source}::text, ${application.noDocumentReason}::text
        from neighborhoods_v1_neighborhoods as place where place.id = ${application.neighborhoodId} returning *`,
    }),
    { prepared: true },
  );
  const bundle = readBundle(row);
  const [inserted] = bundle.items;
  return inserted ? { ...bundle, application: inserted } : null;
}

/** The state of a locked application; timestamps are in PostgreSQL's format. */
export interface LockedApplication {
  readonly status: Status;
  readonly neighborhood_id: number;
  readonly cancel_time: string | null;
  readonly created_at: string;
  readonly receiver_id: number | null;
}

/** Returns the state of an application, locked until the transaction ends; null outside the area. */
export async function lockApplication(
  database: DatabaseTransaction,
  id: number,
  area: Area,
): Promise<LockedApplication | null> {
  const [row] = await execute(
    database,
    sql<LockedApplication>`
      select status, neighborhood_id, cancel_time::text, created_at::text, receiver_id from applications
      where id = ${id} and ${within(area)} for no key update`,
    { prepared: true },
  );
  return row ?? null;
}

/** Changes the status of an application. */
export function writeStatus(
  database: DatabaseTransaction,
  {
    id,
    to,
    note,
    senderId,
    receiverId,
    reopenedUntil,
  }: {
    id: number;
    to: Status;
    note: string | null;
    senderId: number;
    /** The new responsible admin. */
    receiverId: number;
    /** The deadline of a reopened application; null if it is not reopened. */
    reopenedUntil: string | null;
  },
): Promise<WrittenAction> {
  const sender = sql`${senderId}::bigint`;
  return writeAction(database, id, {
    changes: sql`, status = ${to}, status_at = now(), status_note = ${note}, receiver_id = ${receiverId},
      cancel_time = coalesce(${reopenedUntil}::timestamptz, cancel_time)`,
    columns: sql`type, status, note, sender_id`,
    values: sql`'status', ${to}, ${note}, ${sender}`,
  });
}

/** Adds a message to the timeline. */
export function writeMessage(
  database: DatabaseTransaction,
  { id, message, senderId }: { id: number; message: string; senderId: number },
): Promise<WrittenAction> {
  return writeAction(database, id, {
    columns: sql`type, message, sender_id`,
    values: sql`'message', ${message}, ${senderId}::bigint`,
  });
}

/** Forwards an application to another admin, who becomes its receiver. */
export function writeForward(
  database: DatabaseTransaction,
  {
    id,
    message,
    receiverId,
    senderId,
  }: { id: number; message: string; receiverId: number; senderId: number },
): Promise<WrittenAction> {
  return writeAction(database, id, {
    changes: sql`, receiver_id = ${receiverId}`,
    columns: sql`type, message, receiver_id, sender_id`,
    values: sql`'forward', ${message}, ${receiverId}::bigint, ${senderId}::bigint`,
  });
}

/** Adds a message with the reason for a change of the deadline, and changes it. */
export function writeDeadlineChange(
  database: DatabaseTransaction,
  { id, reason, until, senderId }: { id: number; reason: string; until: string; senderId: number },
): Promise<WrittenAction> {
  return writeAction(database, id, {
    changes: sql`, cancel_time = ${until}::timestamptz`,
    columns: sql`type, message, sender_id`,
    values: sql`'message', ${reason}, ${senderId}::bigint`,
  });
}

/** Adds a step to the timeline of a locked application, and updates the application with it. */
export async function writeAction(
  database: DatabaseTransaction,
  id: number,
  { changes = sql``, columns, values }: { changes?: Fragment; columns: Fragment; values: Fragment },
): Promise<WrittenAction> {
  const [row] = await execute(
    database,
    selectBundle({
      page: sql`update applications set updated_at = ${touched} ${changes} where id = ${id} returning *`,
      steps: (page) =>
        sql`insert into application_actions (application_id, ${columns}) select id, ${values} from ${page} returning *`,
    }),
    { prepared: true },
  );
  const bundle = readBundle(row);
  const [application] = bundle.items;
  const [action] = row?.actions ?? [];
  if (!action || !application) throw new Error(`the application ${id} was locked but no longer exists`);
  return { ...bundle, application, action };
}

/** Attaches stored files to an application, or to a timeline step, and returns them as later reads do. */
export async function attachFiles(
  database: DatabaseTransaction,
  applicationId: number,
  actionId: number | null,
  fileIds: readonly number[],
): Promise<readonly FileRow[]> {
  if (fileIds.length === 0) return [];
  const [row] = await execute(
    database,
    sql<{ files: readonly FileRow[] }>`
      with link as (
        insert into application_files (file_id, application_id, action_id)
        select file_id, ${applicationId}::bigint, ${actionId}::bigint
        from unnest(${[...fileIds]}::bigint[]) as given (file_id) returning *
      ) select ${filesOf(sql`select * from link`)} as files`,
  );
  return row?.files ?? [];
}
