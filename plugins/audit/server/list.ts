import { sql } from 'kysely';
import {
  type Database,
  every,
  execute,
  type Fragment,
  type ListedPage,
  opaque,
  orderByColumns as orderBy,
  readCountedPage,
} from '#kernel/plugin-api/server.ts';
import type { AuditEntry, AuditFilters } from '../contract.ts';

/** A thing of the audit log. */
export interface Subject {
  readonly type: string;
  readonly id: number;
}

/** What a list is asked for; `subjects` are the things that are meant, in place of one of the filters. */
export interface ListRequest {
  readonly filters: Omit<AuditFilters, 'citizen'>;
  readonly subjects: readonly Subject[] | null;
  readonly timeZone: string;
  readonly direction: 'asc' | 'desc';
}

interface Row {
  readonly id: number;
  readonly at: string;
  readonly admin_id: number | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly father_name: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The server itself, in counters. */
const nobodyId = -1;

/** Reads a page and the exact length of the list. */
export function readList(
  database: Database,
  request: ListRequest,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedPage<AuditEntry>> {
  const { direction } = request;
  if (namesSubjects(request)) return readBySubjects(database, request, page);
  const conditions = conditionsOf(request);
  return readCountedPage(database, {
    ...page,
    buckets: () => hoursOf(request),
    order: orderBy([sql`key`], direction),
    prepared: false,
    rows: {
      table: 'kernel_v1_audit',
      where: (key) => every([inHour(key), ...conditions]),
      terms: [sql`at`, sql`id`],
      direction,
    },
    readRows,
  });
}

/** Reads the entries before or after a place of the list, in its order; for an export. */
export async function readAfter(
  database: Database,
  request: ListRequest,
  { after, limit }: { readonly after: Pick<AuditEntry, 'createdAt' | 'id'> | null; readonly limit: number },
): Promise<AuditEntry[]> {
  const { direction } = request;
  const place = after && sql`(${after.createdAt}::timestamptz, ${after.id}::bigint)`;
  const isAfter = place && sql`(at, id) ${sql.raw(direction === 'asc' ? '>' : '<')} ${place}`;
  const where = every([isAfter, subjectsOf(request), ...conditionsOf(request)]);
  const order = orderBy([sql`at`, sql`id`], direction);
  return readRows(
    database,
    sql`select id, row_number() over (order by ${order}) as line
      from (select id, at from kernel_v1_audit where ${where} order by ${order} limit ${limit}) as portion`,
  );
}

/** How many entries a list has. */
export async function countEntries(database: Database, request: ListRequest): Promise<number> {
  const counted = namesSubjects(request)
    ? sql<{ count: number }>`select count(*) as count from kernel_v1_audit
        where ${every([subjectsOf(request), ...conditionsOf(request)])}`
    : sql<{ count: number }>`select coalesce(sum(count), 0)::bigint as count from (${hoursOf(request)}) as hour`;
  const [row] = await execute(database, counted);
  return row?.count ?? 0;
}

function namesSubjects({ filters, subjects }: ListRequest): boolean {
  return subjects !== null || filters.subject_id !== undefined;
}

/** The entries of some things are few, and an index has them. */
async function readBySubjects(
  database: Database,
  request: ListRequest,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedPage<AuditEntry>> {
  const order = orderBy([sql`at`, sql`id`], request.direction);
  const [found] = await execute(
    database,
    sql<{ length: number; ids: number[] }>`
      with hit as materialized (
        select id, at from kernel_v1_audit where ${every([subjectsOf(request), ...conditionsOf(request)])}
      )
      select (select count(*) from hit) as length,
        array(select id from hit order by ${order} offset ${offset} limit ${limit}) as ids`,
  );
  const { length = 0, ids = [] } = found ?? {};
  const selected = sql`select id, line from unnest(${opaque([...ids], 'bigint[]')}) with ordinality as hit (id, line)`;
  return { rows: ids.length === 0 ? [] : await readRows(database, selected), length, capped: false };
}

function subjectsOf({ filters, subjects }: ListRequest): Fragment | null {
  if (subjects !== null) {
    const types = opaque(subjects.map(({ type }) => type), 'text[]');
    const ids = opaque(subjects.map(({ id }) => id), 'bigint[]');
    return sql`(subject_type, subject_id) in (select * from unnest(${types}, ${ids}))`;
  }
  return filters.subject_id === undefined ? null : sql`subject_id = ${filters.subject_id}`;
}

/** The filters as conditions on entries. */
function conditionsOf({ filters, timeZone }: ListRequest): (Fragment | null)[] {
  const { admin, plugin, action, subject_type: type, date_from: from, date_to: to } = filters;
  return [
    admin === undefined ? null : admin === 'system' ? sql`admin_id is null` : sql`admin_id = ${admin}`,
    plugin === undefined ? null : sql`split_part(action, '.', 1) = ${plugin}`,
    action === undefined ? null : sql`action = ${action}`,
    type === undefined ? null : sql`subject_type = ${type}`,
    from === undefined ? null : sql`at >= ${startOf(from, timeZone)}`,
    to === undefined ? null : sql`at < ${endOf(to, timeZone)}`,
  ];
}

function startOf(day: string, timeZone: string): Fragment {
  return sql`(${day}::date::timestamp at time zone ${timeZone})`;
}

function endOf(day: string, timeZone: string): Fragment {
  return sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`;
}

/** The hours (key, count) of a list: those that are counted, and the last ones, whose entries are added up. */
function hoursOf(request: ListRequest): Fragment {
  const { filters, timeZone } = request;
  const { admin = 0, plugin = '', action = '', subject_type: type = '', date_from: from, date_to: to } = filters;
  // An action belongs to one plugin.
  const isNone = plugin !== '' && action !== '' && !action.startsWith(`${plugin}.`);
  const until = sql`coalesce((select until from kernel_v1_audit_counted), '-infinity')`;
  return sql`
    select extract(epoch from hour)::bigint / 3600 as key, count from kernel_v1_audit_hours
    where ${every([
      sql`admin_id = ${admin === 'system' ? nobodyId : admin}`,
      sql`plugin = ${action === '' ? plugin : ''} and action = ${action} and subject_type = ${type}`,
      isNone ? sql`false` : null,
      from === undefined ? null : sql`hour >= ${startOf(from, timeZone)}`,
      to === undefined ? null : sql`hour < ${endOf(to, timeZone)}`,
    ])}
    union all
    select extract(epoch from date_trunc('hour', at, 'UTC'))::bigint / 3600, count(*) from kernel_v1_audit
    where ${every([sql`at >= ${until}`, ...conditionsOf(request)])} group by 1`;
}

/** Whether an entry is of the hour of a key. */
function inHour(key: Fragment): Fragment {
  return sql`at >= to_timestamp((${key})::bigint * 3600) and at < to_timestamp((${key})::bigint * 3600 + 3600)`;
}

async function readRows(database: Database, selected: Fragment): Promise<AuditEntry[]> {
  const rows = await execute(
    database,
    sql<Row>`
      select e.id, e.at, e.admin_id, a.first_name, a.last_name, a.father_name, e.address, e.action, e.subject_type,
        e.subject_id, e.details
      from (${selected}) as wanted join kernel_v1_audit e on e.id = wanted.id
        left join kernel_v1_admins a on a.id = e.admin_id
      order by wanted.line`,
  );
  return rows.map(present);
}

function present(row: Row): AuditEntry {
  const { id, at, admin_id, first_name, last_name, father_name, address, action, subject_type, subject_id } = row;
  return {
    id,
    createdAt: at,
    admin:
      admin_id === null
        ? null
        : { id: admin_id, first_name: first_name ?? '', last_name: last_name ?? '', father_name },
    address,
    action,
    subject_type,
    subject_id,
    details: Object.entries(row.details).map(([name, value]) => ({ name, value: textOf(value) })),
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
