import { sql } from 'kysely';
import { type Area, type Option, type RoleLevel } from '#kernel/plugin-api/contract.ts';
import { type Database, type DatabaseTransaction, type Fragment, within } from '#kernel/plugin-api/server.ts';
import { type Batch, type BatchBody, type BatchDetail, maxBatch } from '../../contract.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

type Connection = Database | DatabaseTransaction;

/** Which cases a bulk job writes to. */
export type BatchCriteria = Pick<BatchBody, 'status' | 'neighborhood' | 'from' | 'to' | 'template_id'>;

/** Cases that have come to a status on some days, and have no valid letter of the template yet. */
function selectCases(criteria: BatchCriteria, area: Area, timeZone: string): Fragment {
  return sql`
    select subject.id from applications_v1_cases as subject
    where subject.status = ${criteria.status} and ${within(area, 'subject.neighborhood_id')}
      and (${criteria.neighborhood}::bigint is null or subject.neighborhood_id = ${criteria.neighborhood})
      and subject.status_at >= (${criteria.from}::date)::timestamp at time zone ${timeZone}
      and subject.status_at < (${criteria.to}::date + 1)::timestamp at time zone ${timeZone}
      and not exists (select from letters where letters.application_id = subject.id
        and letters.template_id = ${criteria.template_id} and letters.status = 'issued')
    order by subject.id limit ${maxBatch + 1}`;
}

/** How many cases a bulk job would write to; not more than one beyond the limit. */
export async function countCases(
  database: Connection,
  criteria: BatchCriteria,
  area: Area,
  timeZone: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${selectCases(criteria, area, timeZone)}) as found`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Writes a bulk job with its cases; answers its id and how many they are. */
export async function insertBatch(
  database: DatabaseTransaction,
  {
    body,
    templateVersion,
    area,
    authorId,
    origin,
    timeZone,
  }: {
    readonly body: BatchBody;
    readonly templateVersion: number;
    readonly area: Area;
    readonly authorId: number;
    readonly origin: string;
    readonly timeZone: string;
  },
): Promise<{ id: number; total: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into letter_batches (template_id, template_version, language, signatory_id, origin, total, author_id)
    values (${body.template_id}, ${templateVersion}, ${body.language}, ${body.signatory_id}, ${origin}, 0, ${authorId})
    returning id`.execute(database);
  const id = rows[0]?.id ?? 0;
  const written = await sql`
    insert into letter_batch_items (batch_id, application_id)
    select ${id}::bigint, found.id from (${selectCases(body, area, timeZone)}) as found`.execute(database);
  const total = Number(written.numAffectedRows ?? 0);
  await sql`update letter_batches set total = ${total} where id = ${id}`.execute(database);
  return { id, total };
}

/** A bulk job that has something left to do. */
export interface RunningBatch {
  readonly id: number;
  readonly template_id: number;
  /** As it was when the job was begun; null in a job from before versions were noted. */
  readonly template_version: number | null;
  readonly language: Language;
  readonly signatory_id: number;
  readonly origin: string;
  readonly author_id: number;
  readonly total: number;
}

/** The bulk job that was begun first of those that are running. */
export async function firstRunning(database: Connection): Promise<RunningBatch | null> {
  const { rows } = await sql<RunningBatch>`
    select id, template_id, template_version, language, signatory_id, origin, author_id, total from letter_batches
    where state = 'running' order by id limit 1`.execute(database);
  return rows[0] ?? null;
}

/** The next case of a bulk job; null when there is none left. */
export async function nextCase(database: Connection, batchId: number): Promise<number | null> {
  const { rows } = await sql<{ application_id: number }>`
    select application_id from letter_batch_items
    where batch_id = ${batchId} and letter_id is null and problem is null
    order by application_id limit 1`.execute(database);
  return rows[0]?.application_id ?? null;
}

/**
 * Locks a case of a bulk job until the transaction ends; false where it is done, or its job was stopped. The lock on the job
 * holds up who stops it: once it is stopped, no letter of it comes after.
 */
export async function lockCase(
  database: DatabaseTransaction,
  batchId: number,
  applicationId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from letter_batch_items as item join letter_batches as batch on batch.id = item.batch_id
    where item.batch_id = ${batchId} and item.application_id = ${applicationId}
      and item.letter_id is null and item.problem is null and batch.state = 'running'
    for update of item for share of batch`.execute(database);
  return rows.length > 0;
}

/** Notes what became of a case. */
export async function finishCase(
  database: DatabaseTransaction,
  batchId: number,
  applicationId: number,
  result: { readonly letterId: number } | { readonly problem: string },
): Promise<void> {
  const letterId = 'letterId' in result ? result.letterId : null;
  const problem = 'problem' in result ? result.problem : null;
  await sql`
    update letter_batch_items set letter_id = ${letterId}, problem = ${problem}
    where batch_id = ${batchId} and application_id = ${applicationId}`.execute(database);
}

/** Ends a bulk job. */
export async function endBatch(
  database: DatabaseTransaction,
  id: number,
  state: 'done' | 'stopped',
): Promise<boolean> {
  const { rows } = await sql`
    update letter_batches set state = ${state}, finished_at = now()
    where id = ${id} and state = 'running' returning id`.execute(database);
  return rows.length > 0;
}

/** The area of an admin who may write letters now; null for one who may not any more. */
export async function areaOfWriter(database: Connection, adminId: number): Promise<Area | null> {
  const { rows } = await sql<{ role: RoleLevel; ids: number[] }>`
    select role.role, array(select neighborhood_id from kernel_v1_admin_neighborhoods where admin_id = admin.id) as ids
    from kernel_v1_admins as admin join kernel_v1_admin_roles as role on role.id = admin.role_id
    where admin.id = ${adminId} and not admin.blocked and 'application_receiver' = any(role.permissions)`.execute(
    database,
  );
  const [row] = rows;
  if (!row) return null;
  return row.role === 'super_admin' ? 'everywhere' : row.ids;
}

interface BatchRow {
  readonly id: number;
  readonly state: Batch['state'];
  readonly template_id: number;
  readonly name_uz: string | null;
  readonly name_ru: string | null;
  readonly language: Language;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

const columns = sql`batch.id, batch.state, batch.template_id, template.name_uz, template.name_ru, batch.language,
  batch.total, counted.done, counted.failed, batch.created_at, batch.finished_at`;
const from = sql`letter_batches as batch left join letter_templates as template on template.id = batch.template_id
  cross join lateral (
    select count(*) filter (where letter_id is not null) as done, count(*) filter (where problem is not null) as failed
    from letter_batch_items where batch_id = batch.id
  ) as counted`;

/** The latest bulk jobs of an admin. */
export async function readBatches(database: Connection, adminId: number): Promise<Batch[]> {
  const { rows } = await sql<BatchRow>`
    select ${columns} from ${from} where batch.author_id = ${adminId} order by batch.id desc limit 20`.execute(
    database,
  );
  return rows.map(presentBatch);
}

/** A bulk job of an admin, with what went wrong. */
export async function readBatch(
  database: Connection,
  id: number,
  adminId: number,
): Promise<BatchDetail | null> {
  const { rows } = await sql<BatchRow>`
    select ${columns} from ${from} where batch.id = ${id} and batch.author_id = ${adminId}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const problems = await sql<{ application_id: number; problem: string }>`
    select application_id, problem from letter_batch_items where batch_id = ${id} and problem is not null
    order by application_id limit 500`.execute(database);
  return { ...presentBatch(row), problems: problems.rows };
}

/** How far a bulk job is. */
export async function readProgress(
  database: Connection,
  id: number,
): Promise<{ done: number; failed: number }> {
  const { rows } = await sql<{ done: number; failed: number }>`
    select count(*) filter (where letter_id is not null) as done, count(*) filter (where problem is not null) as failed
    from letter_batch_items where batch_id = ${id}`.execute(database);
  return rows[0] ?? { done: 0, failed: 0 };
}

function presentBatch(row: BatchRow): Batch {
  const { id, state, language, total, done, failed } = row;
  const template: Option | null =
    row.name_uz === null || row.name_ru === null
      ? null
      : { id: row.template_id, uz: { name: row.name_uz }, ru: { name: row.name_ru } };
  return {
    id,
    state,
    template,
    language,
    total,
    done,
    failed,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
