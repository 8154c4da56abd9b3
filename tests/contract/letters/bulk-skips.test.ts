import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Batch, Letter } from '#plugins/letters/contract.ts';
import { documentOf, type Office, openOffice, paragraphOf } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

/** Runs work while no node processes bulk jobs. */
async function whileJobsWait(work: () => Promise<void>): Promise<void> {
  await office.server.database.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(4607003, hashtext('letters.batches'))`.execute(holder);
    await work();
  });
}

/** The applications that a bulk job has written letters to, with the template version of each letter. */
async function writtenBy({ id }: Batch) {
  const { rows } = await sql<{ application_id: number; template_version: number; subject: string }>`
    select application_id, template_version, subject from letters where batch_id = ${id}
    order by application_id`.execute(office.server.database);
  return rows;
}

const skipped = (...ids: number[]) =>
  ids
    .toSorted((one, other) => one - other)
    .map((application_id) => ({ application_id, problem: 'already_written' }));

test('a bulk job skips, with a reason, an application that got a letter by hand after the job began', async () => {
  const [freely = 0, same = 0, voided = 0, before = 0] = await office.acceptedApplications(4);
  await office.issue(before);
  const criteria = await office.criteria();
  const other = await office.criteria();
  const jobs: Batch[] = [];
  await whileJobsWait(async () => {
    jobs.push(await office.startBatch(criteria), await office.startBatch(other));
    await office.issue(freely);
    await office.issue(same, { template_id: criteria.template_id });
    const wrong = await office.issue(voided, { template_id: criteria.template_id });
    await office.operator.post<Letter>(`letters/${wrong.id}/void`, { reason: 'Manzil xato' });
  });
  for (const job of jobs) {
    const done = await office.batchDone(job.id);
    expect(done).toMatchObject({ state: 'done', total: 4, done: 2, failed: 2 });
    expect(done.problems).toEqual(skipped(freely, same));
    // A void letter does not count, nor does one from before the job, and the two jobs have different texts.
    expect((await writtenBy(job)).map(({ application_id }) => application_id)).toEqual([voided, before]);
  }
  await office.expectNoGaps();
});

test('a bulk job waits for a letter that is being written by hand', async () => {
  const [id = 0] = await office.acceptedApplications(1);
  const criteria = await office.criteria();
  const waiting = async (count: number) => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query not like '%4607003%'`.execute(
      office.server.database,
    );
    expect(rows[0]?.waiting).toBe(count);
  };
  let job: Batch | undefined;
  let byHand: Promise<Letter> | undefined;
  await office.server.database.transaction().execute(async (register) => {
    await whileJobsWait(async () => {
      job = await office.startBatch({ ...criteria, neighborhood: 2 });
      await sql`select from letter_registers for update`.execute(register);
      byHand = office.issue(id);
      await vi.waitFor(() => waiting(1), { timeout: 20_000, interval: 100 });
      await sql`delete from letter_batch_items where batch_id = ${job.id} and application_id <> ${id}`.execute(
        office.server.database,
      );
      await sql`update letter_batches set total = 1 where id = ${job.id}`.execute(office.server.database);
    });
    await vi.waitFor(() => waiting(2), { timeout: 20_000, interval: 100 });
  });
  await byHand;
  const done = await office.batchDone(job?.id ?? 0);
  expect(done).toMatchObject({ state: 'done', done: 0, failed: 1 });
  expect(done.problems).toEqual(skipped(id));
});

test('a bulk job uses the version from its start, even if the template is changed before its first letter', async () => {
  await office.acceptedApplications(2);
  const criteria = await office.criteria();
  const { body: template } = await office.chief.get<{ uz: { name: string; subject: string }; ru: object }>(
    `letter-templates/${criteria.template_id}`,
  );
  let job: Batch | undefined;
  await whileJobsWait(async () => {
    job = await office.startBatch(criteria);
    const body = documentOf(paragraphOf('Keyin yozilgan'));
    const changed = await office.chief.put(`letter-templates/${criteria.template_id}`, {
      uz: { ...template.uz, subject: 'Keyin yozilgan' },
      ru: template.ru,
      kind: 'letter',
      enabled: true,
      body_uz: body,
      body_ru: body,
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  });
  const done = await office.batchDone(job?.id ?? 0);
  expect(done).toMatchObject({ state: 'done', failed: 0 });
  const letters = job ? await writtenBy(job) : [];
  expect(letters.length).toBeGreaterThan(1);
  for (const letter of letters) {
    expect([letter.template_version, letter.subject]).toEqual([1, template.uz.subject]);
  }
});

test('a bulk job skips, with a reason, an application whose status has changed', async () => {
  const [changed = 0, still = 0] = await office.acceptedApplications(2);
  let job: Batch | undefined;
  await whileJobsWait(async () => {
    job = await office.startBatch(await office.criteria());
    await sql`update applications set status = 'rejected' where id = ${changed}`.execute(
      office.server.database,
    );
  });
  const done = await office.batchDone(job?.id ?? 0);
  expect(done.problems).toEqual([{ application_id: changed, problem: 'status_changed' }]);
  const written = job ? await writtenBy(job) : [];
  expect(written.map(({ application_id }) => application_id)).toContain(still);
});

test('a bulk job skips, with a reason, an application whose citizen has an unprintable name', async () => {
  const [strange = 0, usual = 0] = await office.acceptedApplications(2);
  await sql`update applications set first_name = 'Gʻuncha 😀' where id = ${strange}`.execute(
    office.server.database,
  );
  const done = await office.batchDone((await office.startBatch(await office.criteria())).id);
  expect(done.problems).toEqual([{ application_id: strange, problem: 'signs_missing' }]);
  expect((await writtenBy(done)).map(({ application_id }) => application_id)).toContain(usual);
});
