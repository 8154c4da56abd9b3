import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type { Batch, Letter, LetterDetail, Signatory } from '#plugins/letters/contract.ts';
import { documentOf, type Office, openOffice, permissions, paragraphOf } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const stateOf = async ({ id }: Letter) =>
  (await office.operator.get<LetterDetail>(`letters/${id}`)).body.status;

test('voiding a letter of another area reveals and changes nothing', async () => {
  const id = await office.addApplication();
  const [valid, voided, replaced] = [await office.issue(id), await office.issue(id), await office.issue(id)];
  await office.operator.post(`letters/${voided.id}/void`, { reason: 'Manzil xato' });
  await office.issue(id, { replaces_id: replaced.id });
  const before = await office.operator.get<ApplicationDetail>(`applications/${id}`);
  const unknown = await office.stranger.post<ErrorBody>('letters/999999/void', { reason: 'Begona' });
  for (const letter of [valid, voided, replaced]) {
    const { status, body } = await office.stranger.post<ErrorBody>(`letters/${letter.id}/void`, {
      reason: 'Begona',
    });
    expect([status, body]).toEqual([404, unknown.body]);
  }
  expect(await Promise.all([valid, voided, replaced].map(stateOf))).toEqual(['issued', 'voided', 'replaced']);
  const after = await office.operator.get<ApplicationDetail>(`applications/${id}`);
  expect(after.body.actions).toEqual(before.body.actions);
});

test('writers of letters may not manage templates', async () => {
  const template = await office.addTemplate();
  const { id, uz, ru, kind, enabled, body_uz, body_ru } = template;
  const whole = { uz, ru, kind, enabled, body_uz, body_ru };
  const { operator, chief } = office;
  const application_id = await office.addApplication();
  const body = documentOf(paragraphOf('Sinov'));
  const tried = { application_id, language: 'uz', subject: 'Sinov', body };
  const responses = await Promise.all([
    operator.get('letter-templates'),
    operator.get(`letter-templates/${id}`),
    operator.get(`letter-templates/${id}/versions`),
    operator.post('letter-templates', { ...whole, uz: { name: 'Begona', subject: 'x' } }),
    operator.put(`letter-templates/${id}`, { ...whole, enabled: false }),
    operator.del(`letter-templates/${id}`),
    operator.post('letter-templates/preview', tried),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403));
  expect((await chief.get(`letter-templates/${id}`)).body).toMatchObject({ version: 1, enabled: true });
  expect((await chief.post('letter-templates/preview', tried)).status).toBe(200);
});

test('blocked admins and those without the right to answer applications cannot sign', async () => {
  const gone = await office.server.createAdmin({ login: 'gone', permissions, neighborhoodIds: [1] });
  const id = await office.addApplication();
  const signed = () => office.operator.post('letters', office.letterFor(id, { signatory_id: gone.id }));
  expect((await signed()).status).toBe(201);
  await sql`update admins set blocked = true where id = ${gone.id}`.execute(office.server.database);
  const { body } = await office.operator.get<Signatory[]>('letters/signatories');
  expect(body.map((one) => one.id)).not.toContain(gone.id);
  expect((await signed()).status).toBe(422);
  await office.expectNoGaps();
});

test('only its author may see, stop and download a bulk job', async () => {
  await office.acceptedApplications(1);
  const started = await office.operator.post<Batch>('letter-batches', {
    ...(await office.criteria()),
    language: 'uz',
    signatory_id: office.operatorId,
  });
  const path = `letter-batches/${started.body.id}`;
  for (const api of [office.stranger, office.chief]) {
    const responses = await Promise.all([
      api.get(path),
      api.post(`${path}/stop`),
      api.get(`${path}/file?format=pdf`),
      api.get(`${path}/file?format=zip`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await api.get<Batch[]>('letter-batches')).body).toEqual([]);
  }
  expect(await office.batchDone(started.body.id)).toMatchObject({ state: 'done', done: 1 });
});
