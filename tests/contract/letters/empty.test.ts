import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import type { BatchDetail, LetterInput } from '#plugins/letters/contract.ts';
import { documentOf, field, type Office, openOffice, paragraphOf } from './office.ts';

let office: Office;
let id: number;
beforeAll(async () => {
  office = await openOffice();
  id = await office.addApplication();
  await office.issue(id);
});
afterAll(() => office?.close());

const cell = (text: string) => ({ type: 'table_cell', content: [paragraphOf(text)] });
const empty: readonly (readonly [string, object])[] = [
  ['a paragraph', { type: 'paragraph' }],
  ['blanks', paragraphOf(' \u00a0\u2003')],
  ['signs that nobody sees', paragraphOf('\u200b\u00ad\u202e\ufeff\u3164')],
  ['ends of lines', { type: 'paragraph', content: [{ type: 'hard_break' }, { type: 'hard_break' }] }],
  ['a table without words', { type: 'table', content: [{ type: 'table_row', content: [cell(' '), cell('\u200b')] }] }],
  ['a list without words', { type: 'bullet_list', content: [{ type: 'list_item', content: [paragraphOf('\u2060')] }] }],
]; // prettier-ignore
const bodyOf = (block: object) => documentOf(block) as LetterInput['body'];
const templateOf = (body: object, kind: 'letter' | 'reply' = 'letter') => ({
  uz: { name: `Boʻsh ${crypto.randomUUID()}`, subject: 'Mavzu' },
  ru: { name: `Пустой ${crypto.randomUUID()}`, subject: 'Тема' },
  kind,
  enabled: true,
  body_uz: documentOf(paragraphOf('Matn')),
  body_ru: body,
});

describe('rejects a text without visible characters, and uses no number:', () => {
  test.each(empty)('%s', async (_what, block) => {
    const letter = office.letterFor(id, { body: bodyOf(block) });
    const { template_id: _template, replaces_id: _replaces, ...sheet } = letter;
    const chief = office.chief;
    const former = await office.addTemplate();
    const responses = await Promise.all([
      office.operator.post<ErrorBody>('letters', letter),
      office.operator.post<ErrorBody>('letters/preview', sheet),
      chief.post<ErrorBody>('letter-templates', templateOf(bodyOf(block))),
      chief.post<ErrorBody>('letter-templates', templateOf(bodyOf(block), 'reply')),
      chief.put<ErrorBody>(`letter-templates/${former.id}`, templateOf(bodyOf(block))),
    ]);
    const wrong = ['body', 'body', 'body_ru', 'body_ru', 'body_ru'];
    for (const [index, { status, body }] of responses.entries()) {
      expect([status, body.fields]).toEqual([422, { [wrong[index] ?? '']: 'Matnni yozing.' }]);
    }
    const russian = { headers: { 'accept-language': 'ru' } };
    const { body } = await office.operator.post<ErrorBody>('letters', letter, russian);
    expect(body.fields).toEqual({ body: 'Напишите текст.' });
    await office.expectNoGaps();
  });

  test('also a subject and a reason', async () => {
    const unseen = '\u200b\u3164\u200b';
    const subject = await office.operator.post<ErrorBody>(
      'letters',
      office.letterFor(id, { subject: unseen }),
    );
    expect([subject.status, subject.body.fields]).toEqual([422, { subject: 'Xat mavzusini yozing.' }]);
    const { id: letterId } = await office.issue(id);
    const reason = await office.operator.post<ErrorBody>(`letters/${letterId}/void`, { reason: unseen });
    expect([reason.status, reason.body.fields]).toEqual([422, { reason: 'Sababini yozing.' }]);
  });

  test('a single field, or a list of the application, is a text', async () => {
    const letter = await office.issue(id, {
      body: bodyOf({ type: 'paragraph', content: [field('letter_number')] }),
    });
    expect(letter.status).toBe('issued');
    const list = { type: 'case_list', attrs: { source: 'files', style: 'table' } };
    await office.addTemplate({ body_uz: documentOf(list), body_ru: documentOf(list) });
  });
});

describe('a bulk job that has written no letter', () => {
  const fileOf = async (batchId: number, language: 'uz' | 'ru', format: 'pdf' | 'zip') => {
    const path = `letter-batches/${batchId}/file?format=${format}`;
    const { status, body } = await office.operator.get<ErrorBody>(path, {
      headers: { 'accept-language': language },
    });
    return [status, body.code, body.message];
  };

  test('reports it instead of an empty file, with the reason for each application', async () => {
    const ids = await office.acceptedApplications(2);
    // The template's text is only for overdue applications, and none is overdue.
    const late = { type: 'condition', attrs: { when: 'is_late', value: null, negate: false }, content: [paragraphOf('Kechikdi')] }; // prettier-ignore
    const { id: templateId } = await office.addTemplate({ body_uz: documentOf(late) });
    const criteria = { ...(await office.criteria()), template_id: templateId };
    const done = await office.batchDone((await office.startBatch(criteria)).id);
    expect(done).toMatchObject({ state: 'done', total: 2, done: 0, failed: 2 });
    const problem = 'body_empty';
    expect(done.problems).toEqual(ids.map((application_id) => ({ application_id, problem })));
    for (const format of ['pdf', 'zip'] as const) {
      expect(await fileOf(done.id, 'uz', format)).toEqual([409, 'nothing_written', 'Birorta ham xat yozilmadi.']);
      expect(await fileOf(done.id, 'ru', format)).toEqual([409, 'nothing_written', 'Не написано ни одного письма.']);
    } // prettier-ignore
    await office.expectNoGaps();
  });

  test('because it was stopped is in the audit log; while it runs, there is no file', async () => {
    await office.acceptedApplications(1);
    const criteria = await office.criteria();
    await office.server.database.transaction().execute(async (holder) => {
      // Keeps the nodes from running the job.
      await sql`select pg_advisory_xact_lock(4607003, hashtext('letters.batches'))`.execute(holder);
      const { id: batchId } = await office.startBatch(criteria);
      expect((await fileOf(batchId, 'uz', 'pdf')).slice(0, 2)).toEqual([409, 'batch_running']);
      expect(await stopsOf(batchId)).toEqual([]);
      for (let times = 0; times < 2; times++) {
        const { body } = await office.operator.post<BatchDetail>(`letter-batches/${batchId}/stop`);
        expect(body).toMatchObject({ state: 'stopped', done: 0 });
      }
      // Once, although it was requested twice.
      expect(await stopsOf(batchId)).toEqual([office.operatorId]);
      expect((await fileOf(batchId, 'uz', 'pdf')).slice(0, 2)).toEqual([409, 'nothing_written']);
    });
  });

  test('because its author lost the right to write letters is in it as well', async () => {
    await office.acceptedApplications(1);
    const criteria = await office.criteria();
    let batchId = 0;
    await office.server.database.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(4607003, hashtext('letters.batches'))`.execute(holder);
      batchId = (await office.startBatch(criteria)).id;
      await sql`update admins set blocked = true where id = ${office.operatorId}`.execute(
        office.server.database,
      );
    });
    await vi.waitFor(async () => expect(await stopsOf(batchId)).toHaveLength(1), {
      timeout: 20_000,
      interval: 200,
    });
    const { rows } = await sql<{ state: string }>`
      select state from letter_batches where id = ${batchId}`.execute(office.server.database);
    expect(rows).toEqual([{ state: 'stopped' }]);
  });
});

/** The admins who stopped a bulk job, as in the audit log. */
async function stopsOf(batchId: number): Promise<(number | null)[]> {
  const { rows } = await sql<{ admin_id: number | null }>`
    select admin_id from audit_log
    where action = 'letters.batch.stopped' and subject_type = 'letter_batch' and subject_id = ${batchId}`.execute(
    office.server.database,
  );
  return rows.map(({ admin_id }) => admin_id);
}
