import { sql } from 'kysely';
import { z } from 'zod';
import { type Erasure, erasureHook, personHook } from '#kernel/plugin-api/contract.ts';
import { type DatabaseTransaction, hooksOf, mentionsPerson, touched } from '#kernel/plugin-api/server.ts';
import { openStatuses } from '../contract.ts';
import { applications } from '../manifest.ts';
import { broadcast } from './core/notify.ts';
import { readDetail } from './store/detail.ts';

const onHook = hooksOf(applications);

interface ApplicantRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly passport_series: string | null;
  readonly passport_number: string | null;
  readonly personal_number: string | null;
}

/** Provides the applications of a citizen, and the names used in them. */
const providePerson = onHook(personHook, async (query, { database }) => {
  const { before, isTheirs, requestedIds, idsOf, personalNumbers, add } = query;
  // Waits for writes to the applications found in the previous round, so that their notices can be erased
  // too.
  await sql`
    select from applications where id = any(${[...idsOf('application')]}::bigint[]) order by id for no key update`.execute(
    database,
  );
  const { rows } = await sql<ApplicantRow>`
    select id, first_name, last_name, phone, passport_series, passport_number, personal_number from applications
    where created_at <= ${before}::timestamptz and (citizen_id = any(${[...idsOf('user')]}::bigint[])
      or id = any(${[...requestedIds('application')]}::bigint[])
      or citizen_id is null and personal_number = any(${[...personalNumbers]}::text[]))`.execute(database);
  add(
    'application',
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const { first_name: first, last_name: last, passport_series: series, passport_number: passport } = row;
    query.addPersonalNumber(row.personal_number);
    query.addMark(row.phone);
    if (passport) for (const space of ['', ' ']) query.addMark(`${series ?? ''}${space}${passport}`);
    if (first && last) for (const name of [`${last} ${first}`, `${first} ${last}`]) query.addMark(name);
  }
  // The application belongs to another citizen now; its earlier texts may name the erased one.
  const { rows: past } = await sql<{ id: number }>`
    select application_id as id from application_past_citizens where citizen_id = any(${[...idsOf('user')]}::bigint[])
      and until <= ${before}::timestamptz`.execute(database);
  add(
    'past_application',
    past.map(({ id }) => id),
  );
  if (!isTheirs) return;
  const { rows: all } = await sql<{ number: string }>`
    select distinct personal_number as number from applications
    where personal_number is not null and created_at <= ${before}::timestamptz`.execute(database);
  for (const { number } of all) if (isTheirs(number)) query.addPersonalNumber(number);
});

/**
 * Clears the personal data in a citizen's applications: the subject, time, place and result stay, and are
 * counted as before.
 */
const erase = onHook(erasureHook, async (erasure, effects) => {
  const { database } = effects;
  const ids = [...erasure.idsOf('application')];
  const { rows: open } = await sql<{ id: number; status: string }>`
    select id, status from applications where id = any(${ids}::bigint[]) order by id for update`.execute(
    database,
  );
  const openIds = open.flatMap(({ id, status }) => (isOpen(status) ? [id] : []));
  if (openIds.length > 0) {
    erasure.obstruct({ key: 'applications:erasure.open', type: 'application', ids: openIds });
  }
  await eraseApplicants(database, ids, erasure);
  await eraseTimeline(database, ids, erasure);
  await erasePast(database, ids, erasure);
  await eraseMentions(database, ids, erasure);
  for (const id of ids) {
    const detail = await readDetail(database, id, 'everywhere');
    if (detail) await broadcast(effects, 'application_change', detail);
  }
});

function isOpen(status: string): boolean {
  return openStatuses.some((one) => one === status);
}

async function eraseApplicants(
  database: DatabaseTransaction,
  ids: number[],
  erasure: Erasure,
): Promise<void> {
  const { rows } = await sql<Record<string, string | null>>`
    select first_name, last_name, father_name, phone, passport_number, personal_number, address, salary,
      planned_assistance, status_note, no_document_reason
    from applications where id = any(${ids}::bigint[])`.execute(database);
  for (const row of rows) erasure.addTexts(Object.values(row));
  erasure.count('applications:erasure.applications', rows.length);
  const { rows: categories } = await sql<{ id: number; household_category_id: number | null }>`
    select id, household_category_id from applications where id = any(${ids}::bigint[])`.execute(database);
  await sql`
    update applications set first_name = '', last_name = '', father_name = null, phone = null, birthday = null,
      passport_series = null, passport_number = null, personal_number = null, address = null, salary = null,
      planned_assistance = '', status_note = null, no_document_reason = null, citizen_id = null, search_key = '',
      updated_at = ${touched}
    where id = any(${ids}::bigint[])`.execute(database);
  // The category of the household was found by the JSHSHIR, and is counted in statistics.
  await sql`
    update applications set household_category_id = given.household_category_id
    from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as given (id bigint, household_category_id bigint)
    where given.id = applications.id and given.household_category_id is not null`.execute(database);
}

async function eraseTimeline(database: DatabaseTransaction, ids: number[], erasure: Erasure): Promise<void> {
  const { rows } = await sql<{ note: string | null; message: string | null; details: unknown }>`
    select note, message, details from application_actions where application_id = any(${ids}::bigint[])`.execute(
    database,
  );
  for (const { note, message, details } of rows) erasure.addTexts([note, message, ...correctedIn(details)]);
  const written = rows.filter(
    ({ note, message, details }) => note !== null || message !== null || details !== null,
  );
  erasure.count('applications:erasure.steps', written.length);
  await sql`
    update application_actions set note = null, message = null, details = details - 'fields'
    where application_id = any(${ids}::bigint[])`.execute(database);
  const { rows: files } = await sql<{ id: number; name: string }>`
    with gone as (delete from application_files where application_id = any(${ids}::bigint[]) returning file_id)
    select id, name from gone join kernel_v1_files as file on file.id = gone.file_id`.execute(database);
  erasure.addTexts(files.map(({ name }) => name));
  erasure.eraseFiles(files.map(({ id }) => id));
  // An erased letter may be in the timeline of an application that now belongs to another citizen.
  await sql`
    delete from application_files where file_id = any(${[...(erasure.erasedFiles?.() ?? [])]}::bigint[])`.execute(
    database,
  );
}

const correctionSchema = z.object({ fields: z.array(z.object({ from: z.string().nullable() })) });

/** Returns an application's texts from before its corrections, which a stored response may still contain. */
function correctedIn(details: unknown): (string | null)[] {
  return correctionSchema.safeParse(details).data?.fields.map(({ from }) => from) ?? [];
}

/** Erases the citizen's former data in corrections, and the records of their households. */
async function erasePast(database: DatabaseTransaction, ids: number[], erasure: Erasure): Promise<void> {
  const citizens = [...erasure.idsOf('user')];
  const numbers = [...erasure.personalNumbers];
  await sql`
    update application_actions set details = details - 'fields'
    where type = 'change' and application_id in (
      select application_id from application_past_citizens where citizen_id = any(${citizens}::bigint[]))`.execute(
    database,
  );
  await sql`
    delete from application_past_citizens
    where citizen_id = any(${citizens}::bigint[]) or application_id = any(${ids}::bigint[])`.execute(
    database,
  );
  await sql`delete from application_homes where personal_number = any(${numbers}::text[])`.execute(database);
}

/** Erases mentions of the citizen in messages of bulk jobs and handovers, and in saved views. */
async function eraseMentions(
  database: DatabaseTransaction,
  ids: number[],
  { marks }: Erasure,
): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    update application_batches set message = '' where ${mentionsPerson(sql`message`, marks)} or id in (
      select batch_id from application_batch_items group by batch_id
      having bool_and(application_id = any(${ids}::bigint[])))`.execute(database);
  await sql`
    update application_handovers set message = '' where ${mentionsPerson(sql`message`, marks)}`.execute(
    database,
  );
  await sql`
    update application_views set name = case when ${mentionsPerson(sql`name`, marks)} then '№ ' || id else name end,
      query = regexp_replace(query, '(^|&)search=[^&]*', '')
    where ${mentionsPerson(sql`name`, marks)} or query ~ '(^|&)search=' and ${namesSearch(marks)}`.execute(
    database,
  );
}

/** Saved searches are parts of an address, in which spaces and letters may be percent-encoded. */
function namesSearch(marks: readonly string[]) {
  const written = marks.flatMap((mark) => [
    encodeURIComponent(mark),
    encodeURIComponent(mark).replaceAll('%20', '+'),
    mark,
  ]);
  return mentionsPerson(sql`query`, [...new Set(written)]);
}

/** The hook listeners that erase a citizen from applications. */
export const erasureHooks = [providePerson, erase];
