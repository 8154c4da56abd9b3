import type { EmploymentStatus, Status } from '../../contract.ts';

/** An application as it is stored; moments are ISO 8601 as PostgreSQL writes them. */
export interface ApplicationRow {
  readonly id: number;
  readonly status: Status;
  readonly statusAt: string;
  readonly statusNote: string | null;
  readonly neighborhoodId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly fatherName: string | null;
  readonly phone: string | null;
  readonly birthday: string | null;
  readonly passportSeries: string | null;
  readonly passportNumber: string | null;
  readonly personalNumber: string | null;
  readonly address: string | null;
  readonly authorNeighborhoodId: number | null;
  readonly employmentStatus: EmploymentStatus;
  readonly salary: string | null;
  readonly plannedAssistance: string;
  readonly cancelTime: string | null;
  readonly receiverId: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of an {@link ApplicationRow} as one JSON array: for the server and the driver cheaper than an object. */
const columns = `json_build_array(id, status, status_at, status_note, neighborhood_id, first_name, last_name, father_name,
  phone, birthday, passport_series, passport_number, personal_number, address, author_neighborhood_id, employment_status,
  salary, planned_assistance, cancel_time, receiver_id, created_at, updated_at)`;

type ApplicationTuple = readonly [
  number, Status, string, string | null, number, string, string, string | null,
  string | null, string | null, string | null, string | null, string | null, string | null, number | null, EmploymentStatus,
  string | null, string, string | null, number | null, string, string,
]; // prettier-ignore

/** An admin as applications name him. */
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

/** Names of a neighbourhood. */
export interface NeighborhoodRow {
  readonly id: number;
  readonly name_uz: string;
  readonly name_ru: string;
}

/** What one statement answers about some applications: each neighbourhood and each admin once. */
export interface BundleRow {
  readonly items: readonly ApplicationTuple[] | null;
  readonly neighborhoods: readonly NeighborhoodRow[] | null;
  readonly people: readonly PersonRow[] | null;
  readonly files: readonly FileRow[] | null;
}

/** Applications with what they refer to. */
export interface Bundle {
  readonly items: readonly ApplicationRow[];
  readonly neighborhoods: ReadonlyMap<number, NeighborhoodRow>;
  readonly people: ReadonlyMap<number, PersonRow>;
  readonly files: readonly FileRow[];
}

/** Values of a `select` over a table expression `page` of whole applications, in its order. */
export const itemsSql = `(select json_agg(${columns}) from page) as items`;

/** Values of a `select` beside {@link itemsSql}. */
export const neighborhoodsSql = `(
  select json_agg(json_build_object('id', id, 'name_uz', name_uz, 'name_ru', name_ru)) from neighborhoods
  where id = any(array(select neighborhood_id from page union all select author_neighborhood_id from page))
) as neighborhoods`;

/** The admins with the ids that a subquery gives. */
export function peopleSql(ids: string): string {
  return `(
    select json_agg(json_build_object('id', admin.id, 'first_name', admin.first_name, 'last_name', admin.last_name,
      'father_name', admin.father_name, 'login', admin.login, 'role_uz', role.name_uz, 'role_ru', role.name_ru,
      'permissions', role.permissions))
    from admins as admin join admin_roles as role on role.id = admin.role_id
    where admin.id = any(array(${ids}))
  ) as people`;
}

/** The files that a condition on `application_files as link` chooses, in the order in which they came. */
export function filesSql(condition: string): string {
  return `(
    select json_agg(json_build_object('application_id', link.application_id, 'action_id', link.action_id, 'id', file.id,
      'name', file.name, 'size', file.size, 'format', file.format, 'mimetype', file.mimetype,
      'created_at', file.created_at) order by file.id)
    from application_files as link join files as file on file.id = link.file_id
    where ${condition}
  ) as files`;
}

/** All of a {@link BundleRow} for the list form of the applications in `page`. */
export const bundleSql = `${itemsSql}, ${neighborhoodsSql}, ${peopleSql('select receiver_id from page')}, ${filesSql(
  'link.application_id = any(array(select id from page)) and link.action_id is null',
)}`;

/** Reads what {@link bundleSql} answered. */
export function readBundle(row: BundleRow | undefined): Bundle {
  return {
    items: (row?.items ?? []).map(readApplication),
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

function readApplication(tuple: ApplicationTuple): ApplicationRow {
  return {
    id: tuple[0],
    status: tuple[1],
    statusAt: tuple[2],
    statusNote: tuple[3],
    neighborhoodId: tuple[4],
    firstName: tuple[5],
    lastName: tuple[6],
    fatherName: tuple[7],
    phone: tuple[8],
    birthday: tuple[9],
    passportSeries: tuple[10],
    passportNumber: tuple[11],
    personalNumber: tuple[12],
    address: tuple[13],
    authorNeighborhoodId: tuple[14],
    employmentStatus: tuple[15],
    salary: tuple[16],
    plannedAssistance: tuple[17],
    cancelTime: tuple[18],
    receiverId: tuple[19],
    createdAt: tuple[20],
    updatedAt: tuple[21],
  };
}
