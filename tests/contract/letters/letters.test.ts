import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErrorBody, Page } from '#kernel/plugin-api/contract.ts';
import { listenAs } from '#kernel/plugin-api/testing.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type { StatusResponse, Receipt, SiteSecrets } from '#plugins/intake/contract.ts';
import type {
  Check,
  Letter,
  LetterDetail,
  LetterDraft,
  Reply,
  Signatory,
  Template,
  TemplateChoice,
  TemplateVersion,
} from '#plugins/letters/contract.ts';
import { documentOf, field, type Office, openOffice, site, templateBody, paragraphOf } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test('issues a letter: number, PDF among the documents, message in the timeline, entry in the audit log', async () => {
  const id = await office.addApplication();
  const { stop, received } = await listenAs<object>(office.server, office.operator, 'letter_update');
  const letter = await office.issue(id);
  expect(letter).toMatchObject({
    status: 'issued',
    addressee: 'Oʻrinboyeva Gʻuncha',
    signatory: { id: office.operatorId, name: 'Operator Olim' },
    replaces: null,
  });
  expect(letter.number).toMatch(/^\d+\/20\d\d$/);
  const { body: found } = await office.operator.get<ApplicationDetail>(`applications/${id}`);
  const action = found.actions.at(-1);
  expect(action).toMatchObject({
    action_type: 'message',
    message: { message: `№ ${letter.number} javob xati: Arizangiz boʻyicha` },
    files: [{ id: letter.file.id, mimetype: 'application/pdf' }],
  });
  const file = await fetch(
    `${office.server.url}${new URL(letter.file.url, office.server.url).pathname}${new URL(letter.file.url, office.server.url).search}`,
  );
  expect(file.status).toBe(200);
  expect((await file.text()).slice(0, 8)).toBe('%PDF-1.7');
  const audited = await sql<{ action: string }>`
    select action from audit_log where subject_type = 'letter' and subject_id = ${letter.id}`.execute(
    office.server.database,
  );
  expect(audited.rows).toEqual([{ action: 'letters.letter.issue' }]);
  await vi.waitFor(() => expect(received).toEqual([{ id: letter.id, application_id: id }]));
  stop();
});

test('gives numbers without gaps to two nodes at once, while some letters fail', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => office.addApplication()));
  const other = await office.second.signIn('op');
  const calls = ids.flatMap((id) => [
    office.operator.post<Letter>('letters', office.letterFor(id)),
    other.post<Letter>('letters', office.letterFor(id)),
    office.operator.post('letters', office.letterFor(id, { signatory_id: 999_999 })),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(8);
  expect(statuses.filter((status) => status === 422)).toHaveLength(4);
  await office.expectNoGaps();
});

test('a letter that fails after taking a number releases it', async () => {
  const id = await office.addApplication();
  const before = await office.issue(id);
  await sql`alter table letters add constraint rejected check (subject <> 'Rad')`.execute(
    office.server.database,
  );
  const { status } = await office.operator.post('letters', office.letterFor(id, { subject: 'Rad' }));
  await sql`alter table letters drop constraint rejected`.execute(office.server.database);
  expect(status).toBe(500);
  const after = await office.issue(id);
  expect(Number.parseInt(after.number)).toBe(Number.parseInt(before.number) + 1);
  await office.expectNoGaps();
});

test('a retried call issues one letter', async () => {
  const id = await office.addApplication();
  const body = office.letterFor(id);
  const idempotencyKey = crypto.randomUUID();
  const [first, again] = [
    await office.operator.post<Letter>('letters', body, { idempotencyKey }),
    await office.operator.post<Letter>('letters', body, { idempotencyKey }),
  ];
  expect(again.body.id).toBe(first.body.id);
});

test('corrects a letter by a new one that names it, once', async () => {
  const id = await office.addApplication();
  const former = await office.issue(id);
  const letter = await office.issue(id, { replaces_id: former.id });
  expect(letter.replaces).toEqual({ id: former.id, number: former.number });
  const { body } = await office.operator.get<LetterDetail>(`letters/${former.id}`);
  expect(body).toMatchObject({ status: 'replaced', replaced_by: { id: letter.id, number: letter.number } });
  const again = await office.operator.post<ErrorBody>(
    'letters',
    office.letterFor(id, { replaces_id: former.id }),
  );
  expect([again.status, again.body.code]).toEqual([409, 'letter_not_valid']);
  const elsewhere = await office.operator.post<ErrorBody>(
    'letters',
    office.letterFor(await office.addApplication(), { replaces_id: letter.id }),
  );
  expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'letter_of_other_application']);
});

test('voids a letter for a reason, once; its number stays', async () => {
  const id = await office.addApplication();
  const letter = await office.issue(id);
  expect((await office.operator.post(`letters/${letter.id}/void`, { reason: '' })).status).toBe(422);
  const { body } = await office.operator.post<Letter>(`letters/${letter.id}/void`, { reason: 'Manzil xato' });
  expect(body).toMatchObject({ status: 'voided', void_reason: 'Manzil xato', number: letter.number });
  const again = await office.operator.post<ErrorBody>(`letters/${letter.id}/void`, { reason: 'Yana' });
  expect(again.body.code).toBe('letter_not_valid');
  const { body: found } = await office.operator.get<ApplicationDetail>(`applications/${id}`);
  expect(found.actions.at(-1)).toMatchObject({
    message: { message: `№ ${letter.number} xat bekor qilindi. Sabab: Manzil xato` },
  });
  await office.expectNoGaps();
});

test('letters of applications outside of one’s area are not found', async () => {
  const id = await office.addApplication();
  const letter = await office.issue(id);
  const calls = [
    office.stranger.get(`letters/${letter.id}`),
    office.stranger.post(`letters/${letter.id}/void`, { reason: 'Begona' }),
    office.stranger.post('letters', office.letterFor(id)),
    office.stranger.post('letters/drafts', { application_id: id, template_id: null, language: 'uz' }),
    office.stranger.get(`letters/replies?application_id=${id}`),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const { body } = await office.stranger.get<Page<Letter>>('letters');
  expect(body.items).toEqual([]);
});

describe('the page behind the QR code', () => {
  test('shows number, date and office, and no personal data', async () => {
    const letter = await office.issue(await office.addApplication());
    const code = await office.codeOf(letter);
    expect(code).toMatch(/^[\w-]{22}$/);
    const { body } = await office.server.api().get<Check>(`letters/check/${code}`);
    expect(body).toEqual({
      genuine: true,
      status: 'issued',
      number: letter.number,
      issued_on: letter.issued_on,
      office: 'Ko‘mak',
      replaced_by: null,
    });
    const page = await fetch(`${office.server.url}/api/uz/letters/check/${code}`, {
      headers: { accept: 'text/html', 'accept-language': 'ru' },
    });
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(html).toContain('Письмо подлинное');
    expect(html).toContain(letter.number);
    expect(html).not.toMatch(/rinboyeva|uncha|Operator/);
    await office.operator.post(`letters/${letter.id}/void`, { reason: 'Manzil xato' });
    const after = await office.server.api().get<Check>(`letters/check/${code}`);
    expect(after.body).toMatchObject({ genuine: true, status: 'voided' });
    expect(JSON.stringify(after.body)).not.toContain('Manzil xato');
  });

  test('rejects other codes, and limits each network', async () => {
    const { status, body } = await office.server.api().get<Check>('letters/check/0123456789abcdefABCDEF');
    expect([status, body.genuine]).toEqual([200, false]);
    const letter = await office.issue(await office.addApplication());
    const issued = await office.codeOf(letter);
    const codes = [
      '0123456789abcdefABCDEF',
      'x',
      'x'.repeat(190),
      '%00',
      '%F0%9F%98%80',
      "'%20or%201=1",
      `${issued}%20`,
      encodeURIComponent(letter.number),
      String(letter.id),
    ];
    const pages = await Promise.all(
      [...codes, issued.slice(1), issued.toLowerCase().replace(/^./, '-')].map(async (code) => {
        const page = await fetch(`${office.server.url}/api/uz/letters/check/${code}`, {
          headers: { accept: 'text/html' },
        });
        return [page.status, await page.text()];
      }),
    );
    expect(pages[0]).toEqual([200, expect.stringContaining('data-kind="unknown"')]);
    expect(pages).toEqual(pages.map(() => pages[0]));
    await sql`update login_attempts set moments = array_fill(clock_timestamp(), array[60])`.execute(
      office.server.database,
    );
    const rejected = await office.server.api().get<ErrorBody>('letters/check/0123456789abcdefABCDEF');
    expect([rejected.status, rejected.body.code]).toEqual([429, 'too_many_checks']);
    await sql`delete from login_attempts`.execute(office.server.database);
  });
});

test('a template is filled from an application, and every version of it is stored', async () => {
  const template = await office.addTemplate();
  const id = await office.addApplication();
  const drafted = await office.operator.post<LetterDraft>('letters/drafts', {
    application_id: id,
    template_id: template.id,
    language: 'uz',
  });
  expect(drafted.body).toEqual({
    subject: 'Arizangiz haqida',
    template_version: 1,
    body: documentOf(
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Hurmatli ' },
          { type: 'text', text: 'Oʻrinboyeva Gʻuncha' },
          { type: 'text', text: '!' },
        ],
      },
      paragraphOf('Koʻrib chiqilmoqda.'),
      { type: 'paragraph', content: [field('letter_number')] },
    ),
  });
  const { uz, ru, kind, enabled, body_uz, body_ru } = template;
  await office.chief.put(`letter-templates/${template.id}`, {
    uz: { ...uz, subject: 'Yangi mavzu' },
    ru,
    kind,
    enabled,
    body_uz,
    body_ru,
  });
  const { body: versions } = await office.chief.get<TemplateVersion[]>(
    `letter-templates/${template.id}/versions`,
  );
  expect(versions.map(({ version, uz: { subject } }) => [version, subject])).toEqual([
    [2, 'Yangi mavzu'],
    [1, 'Arizangiz haqida'],
  ]);
});

test('a template gets no name of another, in any script, nor in concurrent requests', async () => {
  const named = (uz: string, ru: string) => ({
    uz: { name: uz, subject: 'Arizangiz haqida' },
    ru: { name: ru, subject: 'О вашем заявлении' },
    kind: 'letter',
    enabled: true,
    body_uz: templateBody,
    body_ru: templateBody,
  });
  const post = (body: object) => office.chief.post<Template & ErrorBody>('letter-templates', body);
  const bodies = [1, 2, 3, 4].map(() => named('Yagona nom', 'Единственное имя'));
  const responses = await Promise.all(bodies.map(post));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(await post(named('Ягона ном', 'Другое имя'))).toMatchObject({
    status: 409,
    body: { code: 'name_taken', fields: { 'uz.name': expect.any(String) } },
  });
  const id = responses.find(({ status }) => status === 201)?.body.id;
  const renamed = await office.chief.put(`letter-templates/${id}`, named('Yagona nom', 'Другое имя'));
  expect(renamed.status).toBe(200);
});

test('templates are for super admins; others choose one that is in use', async () => {
  const template = await office.addTemplate();
  expect((await office.operator.get('letter-templates')).status).toBe(403);
  expect((await office.operator.get(`letter-templates/${template.id}/versions`)).status).toBe(403);
  const { body } = await office.operator.get<TemplateChoice[]>('letters/templates');
  expect(body.map(({ id }) => id)).toContain(template.id);
  const unused = await office.addTemplate({ enabled: false });
  const { body: others } = await office.operator.get<TemplateChoice[]>('letters/templates');
  expect(others.map(({ id }) => id)).not.toContain(unused.id);
  const draft = await office.operator.post<ErrorBody>('letters/drafts', {
    application_id: await office.addApplication(),
    template_id: unused.id,
    language: 'uz',
  });
  expect([draft.status, draft.body.code]).toEqual([409, 'template_gone']);
  const rejected = await office.chief.post<ErrorBody>('letter-templates', {
    uz: { name: 'Mavzusiz', subject: '' },
    ru: { name: 'Без темы', subject: 'Тема' },
    kind: 'letter',
    enabled: true,
    body_uz: templateBody,
    body_ru: templateBody,
  });
  expect(rejected.body.fields).toHaveProperty(['uz.subject']);
});

test('quick replies are filled, as plain text', async () => {
  const body = documentOf({
    type: 'paragraph',
    content: [field('applicant_name'), { type: 'text', text: ', pasport nusxasini yuboring.' }],
  });
  await office.addTemplate({ kind: 'reply', body_uz: body, body_ru: body });
  await office.addTemplate({ kind: 'reply', enabled: false, body_uz: body, body_ru: body });
  const { body: replies } = await office.operator.get<Reply[]>(
    `letters/replies?application_id=${await office.addApplication()}`,
  );
  expect(replies.map(({ text }) => text)).toEqual(['Oʻrinboyeva Gʻuncha, pasport nusxasini yuboring.']);
});

test('a preview is a PDF without a number', async () => {
  const id = await office.addApplication();
  const { template_id: _template, replaces_id: _replaces, ...body } = office.letterFor(id);
  const response = await office.operator.post('letters/preview', body);
  expect(String(response.body).slice(0, 5)).toBe('%PDF-');
  expect(response.status).toBe(200);
  await office.expectNoGaps();
});

test('signatories are those who may answer applications', async () => {
  await office.server.createAdmin({ login: 'other', permissions: ['household_add'] });
  const { body } = await office.operator.get<Signatory[]>('letters/signatories');
  expect(body.map(({ id }) => id)).toContain(office.operatorId);
  const { rows } = await sql<{ id: number }>`select id from admins where login = 'other'`.execute(
    office.server.database,
  );
  expect(body.map(({ id }) => id)).not.toContain(rows[0]?.id);
});

test('shows a citizen the valid letters, by the number and the code of the application', async () => {
  const { body: secrets } = await office.chief.post<SiteSecrets>('intake/sites', {
    name: 'Eski tizim',
    origins: [],
    rate: 1000,
    webhook: '',
  });
  const { body: receipt } = await office.server.api().post<Receipt>(
    'intake/applications',
    {
      citizen: {
        first_name: 'Gʻuncha',
        last_name: 'Oʻrinboyeva',
        personal_number: '41704880010025',
        phone: '901112233',
      },
      neighborhood_id: 1,
      employment_status: 'unemployed',
      planned_assistance: 'Tomni taʼmirlash',
    },
    { idempotencyKey: 'letters-1', headers: { 'x-komak-key': secrets.key } },
  );
  const letter = await office.issue(receipt.number);
  const voided = await office.issue(receipt.number);
  await office.operator.post(`letters/${voided.id}/void`, { reason: 'Xato' });
  const { number, code } = receipt;
  const { status, body } = await office.server
    .api()
    .post<StatusResponse>('intake/status', { number, code }, { headers: { origin: site } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.letters).toEqual([expect.objectContaining({ id: letter.id, title: letter.subject })]);
  const path = body.letters[0]?.path ?? '';
  const file = await fetch(`${office.server.url}/api/uz/${path}`, { headers: { origin: site } });
  expect((await file.text()).slice(0, 8)).toBe('%PDF-1.7');
  const other = await fetch(
    `${office.server.url}/api/uz/${path.replace(`letter=${letter.id}`, `letter=${voided.id}`)}`,
  );
  expect(other.status).toBe(404);
});
