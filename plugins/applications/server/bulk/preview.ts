import { sql } from 'kysely';
import type { Area } from '#kernel/plugin-api/contract.ts';
import { type Database, within } from '#kernel/plugin-api/server.ts';
import {
  bulkKinds,
  type BulkKind,
  type BulkPreview,
  type BulkProblem,
  type BulkReceiver,
  type CountedProblem,
} from '../../contract/bulk.ts';
import type { Status } from '../../contract.ts';
import { canOpen } from '../store/access.ts';
import { problemOfStatus } from './rules.ts';

interface ChosenRow {
  readonly status: Status;
  readonly receiver_id: number | null;
  readonly neighborhood_id: number;
  /** Other admins have tasks with a due day in it. */
  readonly has_tasks: boolean;
}

/**
 * For how many of the selected applications each kind is possible, why not for the others, and who could
 * receive them.
 */
export async function readPreview(
  database: Database,
  { ids, area, adminId, today }: { readonly ids: readonly number[]; readonly area: Area; readonly adminId: number; readonly today: string }, // prettier-ignore
): Promise<BulkPreview> {
  const rows = await readChosen(database, { ids, area, adminId });
  const missing = ids.length - rows.length;
  return {
    total: ids.length,
    kinds: bulkKinds.map((kind) => {
      const problems = [
        ...rows.map((row) => problemOf(row, kind)),
        ...Array.from({ length: missing }, () => 'not_found' as const),
      ].filter((problem) => problem !== null);
      return { kind, can: ids.length - problems.length, problems: countProblems(problems) };
    }),
    receivers: await readReceivers(
      database,
      rows.filter((row) => problemOfStatus(row, 'forward') === null),
      today,
    ),
  };
}

function problemOf(row: ChosenRow, kind: BulkKind): BulkProblem | null {
  const problem = problemOfStatus(row, kind);
  if (problem !== null) return problem;
  return row.has_tasks && (kind === 'complete' || kind === 'reject') ? 'tasks_open' : null;
}

function countProblems(problems: readonly BulkProblem[]): CountedProblem[] {
  return [...Map.groupBy(problems, (problem) => problem)]
    .map(([problem, { length: count }]) => ({ problem, count }))
    .toSorted((one, other) => other.count - one.count);
}

async function readChosen(
  database: Database,
  { ids, area, adminId }: { readonly ids: readonly number[]; readonly area: Area; readonly adminId: number },
): Promise<readonly ChosenRow[]> {
  const { rows } = await sql<ChosenRow>`
    select status, receiver_id, neighborhood_id, exists (
      select from application_tasks as task where task.application_id = applications.id
        and task.state = 'open' and task.due_at is not null and task.admin_id <> ${adminId}) as has_tasks
    from applications where id = any(${[...ids]}::bigint[]) and ${within(area)}`.execute(database);
  return rows;
}

/** The admins who could open some of the applications; those who could open the most come first. */
async function readReceivers(
  database: Database,
  rows: readonly ChosenRow[],
  today: string,
): Promise<BulkReceiver[]> {
  const byNeighborhood = [...Map.groupBy(rows, ({ neighborhood_id }) => neighborhood_id)];
  if (byNeighborhood.length === 0) return [];
  const found = await sql<BulkReceiver>`
    select admin.id, admin.first_name, admin.last_name, json_build_object('uz', json_build_object('name', role.name_uz),
        'ru', json_build_object('name', role.name_ru)) as role, sum(chosen.count)::int as can,
      exists (select from application_absences as absence where absence.admin_id = admin.id
        and ${today}::date between absence.from_day and absence.until_day) as is_away
    from unnest(${byNeighborhood.map(([id]) => id)}::bigint[], ${byNeighborhood.map(([, group]) => group.length)}::int[]) as chosen (id, count)
      cross join kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
    where ${canOpen(sql`admin.id`, sql`chosen.id`)}
    group by admin.id, admin.first_name, admin.last_name, role.id, role.role, role.name_uz, role.name_ru
    order by can desc, role.role = 'super_admin', is_away, admin.last_name, admin.id`.execute(database);
  return found.rows;
}
