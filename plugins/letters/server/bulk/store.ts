import { sql } from 'kysely';
import { type Area, fail, type Option } from '#kernel/plugin-api/contract.ts';
import {
  createBatchStore,
  type Database,
  type DatabaseTransaction,
  endOfDay,
  type Fragment,
  startOfDay,
  within,
} from '#kernel/plugin-api/server.ts';
import { type Batch, type BatchBody, type BatchDetail, maxBatch } from '../../contract.ts';
import type { Language } from '#kernel/domain/text/languages.ts';

type Connection = Database | DatabaseTransaction;

/** The bulk jobs of letters. */
export const batchStore = createBatchStore({
  batches: 'letter_batches',
  items: 'letter_batch_items',
  subject: 'application_id',
  result: 'letter_id',
});

/** Selects the applications that a bulk job writes to. */
export type BatchCriteria = Pick<BatchBody, 'status' | 'neighborhood' | 'from' | 'to' | 'template_id'>;

/**
 * Selects the applications that reached a status within some days, have no valid letter from the template
 * yet, and are in no other bulk job.
 */
function selectApplications(criteria: BatchCriteria, area: Area, timeZone: string): Fragment {
  return sql`
    select subject.id from applications_v1_cases as subject
    where subject.status = ${criteria.status} and ${within(area, 'subject.neighborhood_id')}
      and (${criteria.neighborhood}::bigint is null or subject.neighborhood_id = ${criteria.neighborhood})
      and subject.status_at >= ${startOfDay(criteria.from, timeZone)}
      and subject.status_at < ${endOfDay(criteria.to, timeZone)}
      and not exists (select from letters where letters.application_id = subject.id
        and letters.template_id = ${criteria.template_id} and letters.status = 'issued')
      and not exists (select from letter_batch_items as item join letter_batches as batch on batch.id = item.batch_id
        where item.application_id = subject.id and batch.template_id = ${criteria.template_id}
          and batch.state = 'running' and item.letter_id is null and item.problem is null)
    order by subject.id limit ${maxBatch + 1}`;
}

/** The number of applications that a bulk job would write to; counted to one beyond the limit. */
export async function countApplications(
  database: Connection,
  criteria: BatchCriteria,
  area: Area,
  timeZone: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${selectApplications(criteria, area, timeZone)}) as found`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Writes a bulk job with its applications; returns its id and their number. */
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
  // Two concurrent jobs would find the same applications.
  await sql`select pg_advisory_xact_lock(hashtext('letter_batches'), ${body.template_id}::int)`.execute(
    database,
  );
  const { rows } = await sql<{ id: number }>`
    insert into letter_batches (template_id, template_version, language, signatory_id, origin, total, author_id, status)
    values (${body.template_id}, ${templateVersion}, ${body.language}, ${body.signatory_id}, ${origin}, 0, ${authorId},
      ${body.status})
    returning id`.execute(database);
  const id = rows[0]?.id ?? 0;
  const written = await sql`
    insert into letter_batch_items (batch_id, application_id)
    select ${id}::bigint, found.id from (${selectApplications(body, area, timeZone)}) as found`.execute(
    database,
  );
  const total = Number(written.numAffectedRows ?? 0);
  await sql`update letter_batches set total = ${total} where id = ${id}`.execute(database);
  return { id, total };
}

/** A bulk job with letters left to write. */
export interface RunningBatch {
  readonly id: number;
  readonly template_id: number;
  /** As at the start of the job; null for jobs older than recorded versions. */
  readonly template_version: number | null;
  /**
   * The common status of the applications when the job was started; null for older jobs, which did not store
   * it.
   */
  readonly status: string | null;
  readonly language: Language;
  readonly signatory_id: number;
  readonly origin: string;
  readonly author_id: number;
  readonly total: number;
}

/** A running bulk job; null if it has ended. */
export async function readRunning(database: Connection, id: number): Promise<RunningBatch | null> {
  const { rows } = await sql<RunningBatch>`
    select id, template_id, template_version, status, language, signatory_id, origin, author_id, total from letter_batches
    where id = ${id} and state = 'running'`.execute(database);
  return rows[0] ?? null;
}

/**
 * Whether someone was faster than the bulk job: the application has a valid letter from its template, or one
 * written by hand since the job began. Letters of other bulk jobs do not count.
 */
export async function isWrittenTo(
  database: DatabaseTransaction,
  { id, template_id: templateId }: Pick<RunningBatch, 'id' | 'template_id'>,
  applicationId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from letters as letter join letter_batches as batch on batch.id = ${id}
    where letter.application_id = ${applicationId} and letter.status = 'issued'
      and (letter.template_id = ${templateId}
        or (letter.batch_id is null and letter.created_at >= batch.created_at))
    limit 1`.execute(database);
  return rows.length > 0;
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

/** An admin's bulk job, with its problems; throws for another admin's. */
export async function readBatch(database: Connection, id: number, adminId: number): Promise<BatchDetail> {
  const { rows } = await sql<BatchRow>`
    select ${columns} from ${from} where batch.id = ${id} and batch.author_id = ${adminId}`.execute(database);
  const [row] = rows;
  if (!row) throw fail('not_found');
  const problems = await sql<{ application_id: number; problem: string }>`
    select application_id, problem from letter_batch_items where batch_id = ${id} and problem is not null
    order by application_id limit 500`.execute(database);
  return { ...presentBatch(row), problems: problems.rows };
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
