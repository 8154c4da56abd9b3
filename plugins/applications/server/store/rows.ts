import { sql, type RawBuilder } from 'kysely';
import { constant, type Fragment } from '#kernel/plugin-api/server.ts';
import type { RecordedChange, EmploymentStatus, Status } from '../../contract.ts';

/** A stored application; timestamps are in PostgreSQL's JSON format. */
export interface ApplicationRow {
  readonly id: number;
  readonly status: Status;
  readonly status_at: string;
  readonly status_note: string | null;
  readonly neighborhood_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly phone: string | null;
  readonly birthday: string | null;
  readonly passport_series: string | null;
  readonly passport_number: string | null;
  readonly personal_number: string | null;
  readonly address: string | null;
  readonly author_neighborhood_id: number | null;
  readonly employment_status: EmploymentStatus;
  readonly salary: string | null;
  readonly planned_assistance: string;
  readonly cancel_time: string | null;
  readonly receiver_id: number | null;
  readonly citizen_id: number | null;
  readonly no_document_reason: string | null;
  readonly source: string;
  readonly household_category_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The applications in a table as JSON objects: for the driver, one value is cheaper than a column per field. */
const itemsOf = (page: Fragment) => sql`(
  select json_agg(item) from (
    select id, status, status_at, status_note, neighborhood_id, first_name, last_name, father_name, phone, birthday,
      passport_series, passport_number, personal_number, address, author_neighborhood_id, employment_status, salary,
      planned_assistance, cancel_time, receiver_id, citizen_id, no_document_reason, source, household_category_id, created_at, updated_at
    from ${page}
  ) as item
) as items`;

/** An admin as referenced by applications. */
export interface PersonRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly father_name: string | null;
  readonly login: string;
  readonly role_uz: string;
  readonly role_ru: string;
  readonly permissions: readonly string[];
}

/** A stored step of the timeline. */
export interface ActionRow {
  readonly id: number;
  readonly type: 'status' | 'message' | 'forward' | 'change';
  readonly status: Status | null;
  readonly note: string | null;
  readonly message: string | null;
  readonly receiver_id: number | null;
  readonly sender_id: number | null;
  /** The details of a `change` step, without its reason, which is the message. */
  readonly details: Omit<RecordedChange, 'reason'> | null;
  readonly created_at: string;
}

/** A file of an application, or of a step of its timeline. */
export interface FileRow {
  readonly application_id: number;
  readonly action_id: number | null;
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly format: string;
  readonly mimetype: string;
  readonly created_at: string;
}

/** The names of a neighbourhood. */
export interface NeighborhoodRow {
  readonly id: number;
  readonly name_uz: string;
  readonly name_ru: string;
}

/** The single row of a statement about some applications, with each referenced neighbourhood and admin once. */
export interface BundleRow {
  readonly items: readonly ApplicationRow[] | null;
  readonly neighborhoods: readonly NeighborhoodRow[] | null;
  readonly people: readonly PersonRow[] | null;
  readonly files: readonly FileRow[] | null;
  readonly actions?: readonly ActionRow[] | null;
}

/** Applications with the rows that they refer to. */
export interface Bundle {
  readonly items: readonly ApplicationRow[];
  readonly neighborhoods: ReadonlyMap<number, NeighborhoodRow>;
  readonly people: ReadonlyMap<number, PersonRow>;
  readonly files: readonly FileRow[];
}

const neighborhoodsOf = (page: Fragment) => sql`(
  select json_agg(json_build_object('id', id, 'name_uz', name_uz, 'name_ru', name_ru)) from neighborhoods_v1_neighborhoods
  where id = any(array(select neighborhood_id from ${page} union all select author_neighborhood_id from ${page}))
) as neighborhoods`;

function peopleOf(ids: Fragment): Fragment {
  return sql`(
    select json_agg(json_build_object('id', admin.id, 'first_name', admin.first_name, 'last_name', admin.last_name,
      'father_name', admin.father_name, 'login', admin.login, 'role_uz', role.name_uz, 'role_ru', role.name_ru,
      'permissions', role.permissions))
    from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
    where admin.id = any(array(${ids}))
  ) as people`;
}

/** The files of some rows of `application_files`, in the order of upload; one JSON value. */
export function filesOf(links: Fragment): Fragment {
  return sql`(
    select json_agg(json_build_object('application_id', link.application_id, 'action_id', link.action_id, 'id', file.id,
      'name', file.name, 'size', file.size, 'format', file.format, 'mimetype', file.mimetype,
      'created_at', file.created_at) order by file.id)
    from (${links}) as link join kernel_v1_files as file on file.id = link.file_id
  )`;
}

/** The steps in a table as JSON objects. */
const actionsOf = (action: Fragment) => sql`(
  select json_agg(json_build_object('id', id, 'type', type, 'status', status, 'note', note, 'message', message,
    'receiver_id', receiver_id, 'sender_id', sender_id, 'details', details, 'created_at', created_at))
  from ${action}
) as actions`;

/** The values of a {@link BundleRow}: of the applications in one table, and of their timeline steps in another. */
function referencesOf({ page, action }: { readonly page: Fragment; readonly action: Fragment }) {
  const receivers = sql`select receiver_id from ${page}`;
  const participants = sql`${receivers} union select sender_id from ${action} union select receiver_id from ${action}`;
  const links = sql`select * from application_files where application_id = any(array(select id from ${page}))`;
  const ownFiles = sql`${filesOf(sql`${links} and action_id is null`)} as files`;
  const allFiles = sql`${filesOf(links)} as files`;
  const withReceivers = sql`${itemsOf(page)}, ${neighborhoodsOf(page)}, ${peopleOf(receivers)}`;
  const withParticipants = sql`${itemsOf(page)}, ${neighborhoodsOf(page)}, ${peopleOf(participants)}, ${actionsOf(action)}`;
  return {
    list: constant(sql`${withReceivers}, ${ownFiles}`),
    own: constant(sql`${withParticipants}, ${ownFiles}`),
    all: constant(sql`${withParticipants}, ${allFiles}`),
  };
}

/** The table names in each statement of a {@link BundleRow}; callers get them from {@link selectBundle}. */
const bundleTables = { page: sql.table('page'), action: sql.table('action') } as const;
const references = referencesOf(bundleTables);

/** The sources of a {@link BundleRow}. */
interface BundleSource {
  /** Selects or writes whole applications, in the order in which they are returned. */
  readonly page: Fragment;
  /** Selects or writes steps of the timelines of the applications in a table. */
  readonly steps?: (page: Fragment) => Fragment;
  /** With steps, whether their files are read beside those of the applications. */
  readonly files?: 'own' | 'all';
  /** Further values of the row, which may read the table of the applications. */
  readonly values?: (page: Fragment) => Fragment;
  /** Tables that both may read. */
  readonly tables?: Fragment;
}

/** Selects a {@link BundleRow}. */
export function selectBundle<More extends object = object>({
  page,
  steps,
  files = 'own',
  values,
  tables,
}: BundleSource): RawBuilder<BundleRow & More> {
  const names = bundleTables;
  const common = sql.join([
    ...(tables ? [tables] : []),
    sql`${names.page} as materialized (${page})`,
    ...(steps ? [sql`${names.action} as materialized (${steps(names.page)})`] : []),
  ]);
  const selected = steps ? references[files] : references.list;
  return sql`with ${common} select ${values ? sql`${selected}, ${values(names.page)}` : selected}`;
}

/**
 * The applications with some ids, in order. Row by row: the planner overestimates their number, and would
 * scan the table.
 */
export function selectFullRows(ids: Fragment): Fragment {
  return sql`
    select application.* from (${ids}) as picked
    cross join lateral (select * from applications where applications.id = picked.id offset 0) as application`;
}

/** Reads a {@link BundleRow}. */
export function readBundle(row: BundleRow | undefined): Bundle {
  return {
    items: row?.items ?? [],
    neighborhoods: byId(row?.neighborhoods),
    people: byId(row?.people),
    files: row?.files ?? [],
  };
}

function byId<Row extends { readonly id: number }>(
  rows: readonly Row[] | null | undefined,
): Map<number, Row> {
  return new Map((rows ?? []).map((row) => [row.id, row]));
}
