import type { Area } from '#kernel/contract/index.ts';
import { personKey, type FindablePerson } from '#kernel/server/lists/person-key.ts';
import type { DatabaseTransaction } from '#kernel/server/plugins/api/index.ts';
import { within } from '#kernel/server/lists/scope.ts';
import { execute, createValues, type Values } from '#kernel/server/lists/statement.ts';
import type { EmploymentStatus, Status } from '../../contract.ts';
import { actionSql, type ActionRow } from './detail.ts';
import {
  bundleSql,
  filesSql,
  itemsSql,
  neighborhoodsSql,
  peopleSql,
  readBundle,
  type ApplicationRow,
  type Bundle,
  type BundleRow,
  type FileRow,
} from './rows.ts';

/** The citizen who asks, as he is at that moment. */
export interface Author extends FindablePerson {
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
  readonly createdBy: number;
  readonly deadlineDays: number;
  readonly timeZone: string;
}

/** An application after a change, with what its list form refers to. */
export interface Written extends Bundle {
  readonly application: ApplicationRow;
}

/** An application after a new step of its timeline. */
export interface WrittenAction extends Written {
  readonly action: ActionRow;
}

/** Writes a new application; null when there is no such neighbourhood. */
export async function insertApplication(
  database: DatabaseTransaction,
  application: NewApplication,
): Promise<Written | null> {
  const values = createValues();
  const { author } = application;
  const columns: Record<string, string> = {
    day: `(now() at time zone ${values.add(application.timeZone, 'text')})::date`,
    neighborhood_id: 'neighborhoods.id',
    first_name: values.add(author.firstName, 'text'),
    last_name: values.add(author.lastName, 'text'),
    father_name: values.add(author.fatherName, 'text'),
    phone: values.add(author.phone, 'text'),
    birthday: values.add(author.birthday, 'date'),
    passport_series: values.add(author.passportSeries, 'text'),
    passport_number: values.add(author.passportNumber, 'text'),
    personal_number: values.add(author.personalNumber, 'text'),
    author_neighborhood_id: values.add(author.neighborhoodId, 'bigint'),
    employment_status: values.add(application.employmentStatus, 'text'),
    salary: values.add(application.salary, 'text'),
    planned_assistance: values.add(application.plannedAssistance, 'text'),
    cancel_time: `now() + ${values.add(application.deadlineDays, 'int')} * interval '1 day'`,
    created_by: values.add(application.createdBy, 'bigint'),
    search_key: values.add(personKey(author), 'text'),
  };
  const [row] = await execute<BundleRow>(
    database,
    `with page as (
       insert into applications (${Object.keys(columns).join(', ')})
       select ${Object.values(columns).join(', ')} from neighborhoods
       where neighborhoods.id = ${values.add(application.neighborhoodId, 'bigint')} returning *
     ) select ${bundleSql}`,
    values,
    { prepared: true },
  );
  const bundle = readBundle(row);
  const [inserted] = bundle.items;
  return inserted ? { ...bundle, application: inserted } : null;
}

/** Where an application stands, locked until the transaction ends; null outside of the area. */
export async function lockApplication(
  database: DatabaseTransaction,
  id: number,
  area: Area,
): Promise<{ status: Status; neighborhood_id: number; receiver_id: number | null } | null> {
  const values = createValues();
  const [row] = await execute<{ status: Status; neighborhood_id: number; receiver_id: number | null }>(
    database,
    `select status, neighborhood_id, receiver_id from applications
     where id = ${values.add(id, 'bigint')} and ${within(area, 'neighborhood_id', values)} for no key update`,
    values,
    { prepared: true },
  );
  return row ?? null;
}

/** Changes the status; who accepts a new application becomes its receiver. */
export async function writeStatus(
  database: DatabaseTransaction,
  change: { id: number; from: Status; to: Status; note: string | null; senderId: number },
): Promise<WrittenAction> {
  const values = createValues();
  const status = values.add(change.to, 'text');
  const note = values.add(change.note, 'text');
  const sender = values.add(change.senderId, 'bigint');
  const receiver = change.from === 'created' ? sender : `coalesce(receiver_id, ${sender})`;
  return writeAction(database, change.id, values, {
    set: `status = ${status}, status_at = now(), status_note = ${note}, receiver_id = ${receiver}`,
    columns: { type: `'status'`, status, note, sender_id: sender },
  });
}

/** Adds a message to the timeline. */
export async function writeMessage(
  database: DatabaseTransaction,
  { id, message, senderId }: { id: number; message: string; senderId: number },
): Promise<WrittenAction> {
  const values = createValues();
  return writeAction(database, id, values, {
    set: null,
    columns: {
      type: `'message'`,
      message: values.add(message, 'text'),
      sender_id: values.add(senderId, 'bigint'),
    },
  });
}

/** Hands an application to another admin, who becomes its receiver. */
export async function writeForward(
  database: DatabaseTransaction,
  forward: { id: number; message: string; receiverId: number; senderId: number },
): Promise<WrittenAction> {
  const values = createValues();
  const receiver = values.add(forward.receiverId, 'bigint');
  return writeAction(database, forward.id, values, {
    set: `receiver_id = ${receiver}`,
    columns: {
      type: `'forward'`,
      message: values.add(forward.message, 'text'),
      receiver_id: receiver,
      sender_id: values.add(forward.senderId, 'bigint'),
    },
  });
}

async function writeAction(
  database: DatabaseTransaction,
  id: number,
  values: Values,
  { set, columns }: { set: string | null; columns: Readonly<Record<string, string>> },
): Promise<WrittenAction> {
  const names = Object.keys(columns).join(', ');
  const [row] = await execute<BundleRow & { action: ActionRow }>(
    database,
    `with page as (
       update applications set updated_at = now()${set === null ? '' : `, ${set}`}
       where id = ${values.add(id, 'bigint')} returning *
     ), action as (
       insert into application_actions (application_id, ${names})
       select id, ${Object.values(columns).join(', ')} from page returning *
     )
     select ${itemsSql}, ${neighborhoodsSql}, (select ${actionSql} from action) as action,
       ${peopleSql('select receiver_id from page union select sender_id from action union select receiver_id from action')},
       ${filesSql('link.application_id = any(array(select id from page)) and link.action_id is null')}`,
    values,
    { prepared: true },
  );
  if (!row) throw new Error(`the application ${id} was locked and is gone`);
  return { ...written(readBundle(row)), action: row.action };
}

/** Ties stored files to an application, or to a step of its timeline, and answers them as they are read later. */
export async function attachFiles(
  database: DatabaseTransaction,
  applicationId: number,
  actionId: number | null,
  fileIds: readonly number[],
): Promise<readonly FileRow[]> {
  if (fileIds.length === 0) return [];
  const values = createValues();
  const application = values.add(applicationId, 'bigint');
  const [row] = await execute<{ files: readonly FileRow[] }>(
    database,
    `with link as (
       insert into application_files (file_id, application_id, action_id)
       select file_id, ${application}, ${values.add(actionId, 'bigint')}
       from unnest(${values.add(fileIds, 'bigint[]')}) as given (file_id) returning *
     ) select ${filesSql('true').replace('application_files as link', 'link')}`,
    values,
  );
  return row?.files ?? [];
}

function written(bundle: Bundle): Written {
  const [application] = bundle.items;
  if (!application) throw new Error('an application was written and nothing came back');
  return { ...bundle, application };
}
