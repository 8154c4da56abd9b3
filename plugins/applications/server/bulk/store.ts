import { sql } from 'kysely';
import { fail } from '#kernel/plugin-api/contract.ts';
import {
  createBatchStore,
  type Database,
  type DatabaseTransaction,
  type Fragment,
} from '#kernel/plugin-api/server.ts';
import type {
  BulkBatch,
  BulkBody,
  BulkDetail,
  BulkKind,
  BulkProblem,
  CountedProblem,
} from '../../contract/bulk.ts';

type Connection = Database | DatabaseTransaction;

/** The bulk jobs of applications. */
export const bulkStore = createBatchStore({
  batches: 'application_batches',
  items: 'application_batch_items',
  subject: 'application_id',
  result: 'action_id',
});

/** The maximum number of failed applications shown on the page; the report has all. */
const maxFailures = 200;

/** Writes a bulk job with its applications; returns its id. */
export async function insertBatch(
  database: DatabaseTransaction,
  body: BulkBody,
  authorId: number,
): Promise<number> {
  const ids = [...new Set(body.ids)];
  const forward = body.kind === 'forward' ? body : null;
  const message = forward ? forward.message : 'note' in body ? body.note : '';
  const { rows } = await sql<{ id: number }>`
    with batch as (
      insert into application_batches (kind, message, close_tasks, receiver_id, due, total, author_id)
      values (${body.kind}, ${message}, ${('close_tasks' in body && body.close_tasks) ?? false},
        ${forward?.receiver_id ?? null}::bigint, ${forward?.due ?? null}::date, ${ids.length}, ${authorId})
      returning id
    ), item as (
      insert into application_batch_items (batch_id, application_id)
      select batch.id, given.id from batch, unnest(${ids}::bigint[]) as given (id)
    )
    select id from batch`.execute(database);
  return rows[0]?.id ?? 0;
}

/** A bulk job that is running. */
export interface RunningBulk {
  readonly id: number;
  readonly kind: BulkKind;
  readonly message: string;
  readonly close_tasks: boolean;
  readonly receiver_id: number | null;
  readonly due: string | null;
  readonly total: number;
  readonly author_id: number;
}

/** A running bulk job; null if it has ended. */
export async function readRunning(database: Connection, id: number): Promise<RunningBulk | null> {
  const { rows } = await sql<RunningBulk>`
    select id, kind, message, close_tasks, receiver_id, due::text, total, author_id from application_batches
    where id = ${id} and state = 'running'`.execute(database);
  return rows[0] ?? null;
}

/** Returns each receiver of a bulk job with the number of their applications and the first of them. */
export async function readForwarded(
  database: Connection,
  batchId: number,
): Promise<
  readonly {
    readonly receiver_id: number;
    readonly application_id: number;
    readonly neighborhood_id: number;
    readonly count: number;
  }[]
> {
  const { rows } = await sql<{
    receiver_id: number;
    application_id: number;
    neighborhood_id: number;
    count: number;
  }>`
    select distinct on (step.receiver_id) step.receiver_id, item.application_id, application.neighborhood_id,
      (count(*) over (partition by step.receiver_id))::int as count
    from application_batch_items as item join application_actions as step on step.id = item.action_id
      join applications as application on application.id = item.application_id
    where item.batch_id = ${batchId} and step.receiver_id is not null
    order by step.receiver_id, item.application_id`.execute(database);
  return rows;
}

interface BatchRow {
  readonly id: number;
  readonly kind: BulkKind;
  readonly state: BulkBatch['state'];
  readonly receiver: BulkBatch['receiver'];
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

function selectBatches(condition: Fragment): Fragment {
  return sql`
    select batch.id, batch.kind, batch.state, batch.total, counted.done, counted.failed, batch.created_at, batch.finished_at,
      case when receiver.id is not null then json_build_object('id', receiver.id, 'first_name', receiver.first_name,
        'last_name', receiver.last_name) end as receiver
    from application_batches as batch left join kernel_v1_admins as receiver on receiver.id = batch.receiver_id
    cross join lateral (
      select (count(*) filter (where action_id is not null))::int as done,
        (count(*) filter (where problem is not null))::int as failed
      from application_batch_items where batch_id = batch.id
    ) as counted
    where ${condition} order by batch.id desc limit 20`;
}

/** The latest bulk jobs of an admin. */
export async function readBatches(database: Connection, adminId: number): Promise<BulkBatch[]> {
  const { rows } = await sql<BatchRow>`${selectBatches(sql`batch.author_id = ${adminId}`)}`.execute(database);
  return rows.map(presentBatch);
}

/** An admin's bulk job, with its failed applications and the reasons; throws for another admin's. */
export async function readBatch(database: Connection, id: number, adminId: number): Promise<BulkDetail> {
  const condition = sql`batch.id = ${id} and batch.author_id = ${adminId}`;
  const { rows } = await sql<BatchRow>`${selectBatches(condition)}`.execute(database);
  const [row] = rows;
  if (!row) throw fail('not_found');
  const problems = await sql<CountedProblem>`
    select problem, count(*)::int as count from application_batch_items
    where batch_id = ${id} and problem is not null group by problem order by count desc, problem`.execute(
    database,
  );
  const failures = await sql<{ application_id: number; problem: BulkProblem }>`
    select application_id, problem from application_batch_items
    where batch_id = ${id} and problem is not null order by application_id limit ${maxFailures}`.execute(
    database,
  );
  return { ...presentBatch(row), problems: problems.rows, failures: failures.rows };
}

function presentBatch({ created_at, finished_at, ...row }: BatchRow): BulkBatch {
  return { ...row, createdAt: created_at, finishedAt: finished_at };
}

/** A line of the report of a bulk job. */
export interface ReportRow {
  readonly application_id: number;
  /** Empty if the application is outside the reader's area. */
  readonly name: string;
  readonly place_uz: string | null;
  readonly place_ru: string | null;
  readonly problem: BulkProblem | null;
  readonly is_done: boolean;
  /** When it was done. */
  readonly at: string | null;
}

/** Returns the outcome of each application of a bulk job, with names only where `visible` allows. */
export async function readReport(
  database: Connection,
  batchId: number,
  visible: Fragment,
): Promise<readonly ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select item.application_id, coalesce(concat_ws(' ', application.last_name, application.first_name), '') as name,
      place.name_uz as place_uz, place.name_ru as place_ru, item.problem, item.action_id is not null as is_done,
      step.created_at as at
    from application_batch_items as item
    left join (select * from applications where ${visible}) as application on application.id = item.application_id
    left join neighborhoods_v1_neighborhoods as place on place.id = application.neighborhood_id
    left join application_actions as step on step.id = item.action_id
    where item.batch_id = ${batchId} order by item.application_id`.execute(database);
  return rows;
}
