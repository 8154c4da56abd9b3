import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PDFDocument } from '@cantoo/pdf-lib';
import { z } from 'zod';
import {
  definePlugin,
  type ErrorBody,
  idParamSchema,
  type Page,
  runQuery,
  signedIn,
} from '#kernel/plugin-api/contract.ts';
import { defineServer, routesOf } from '#kernel/plugin-api/server.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application, ApplicationDetail } from '#plugins/applications/contract.ts';
import {
  type Batch,
  type BatchDetail,
  type Check,
  type CitizenLetter,
  citizenLettersQuery,
  type Letter,
  type LetterDetail,
  type LetterDraft,
  type LetterInput,
  type Reply,
  type Signatory,
  type Template,
  type TemplateChoice,
  type TemplateVersion,
} from '../contract.ts';

const permissions = ['application_receiver'];
const words = (text: string) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] });
const field = (name: string) => ({ type: 'field', attrs: { name } });
const documentOf = (...content: object[]) => ({ type: 'doc', content });

/** A plugin that shows citizens their letters, as the widget's does. */
const outside = definePlugin({ id: 'outside', version: '1.0.0', requires: ['letters'] });
const outsideServer = defineServer(outside, {
  routes: [
    routesOf(outside)({
      method: 'GET',
      path: 'outside/:id',
      summary: 'The letters of an application',
      access: signedIn,
      params: z.object({ id: idParamSchema }),
      response: z.unknown(),
      handle: ({ hooks, params: { id } }) => runQuery(hooks, citizenLettersQuery, { applicationId: id }),
    }),
  ],
});

let server: TestServer;
let second: TestServer;
/** Reaches neighbourhoods 1 and 2. */
let operator: ApiClient;
let operatorId: number;
/** Reaches neighbourhood 3. */
let stranger: ApiClient;
let chief: ApiClient;

beforeAll(async () => {
  const plugins = ['letters', 'admins', 'notifications', outsideServer];
  server = await testServer({ plugins });
  second = await testServer({ plugins, databaseUrl: server.databaseUrl });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, '[[41,60],[41,61],[42,61]]', '#0b7480' from generate_series(1, 3) as i
  `.execute(server.database);
  const draft = { permissions, neighborhoodIds: [1, 2], firstName: 'Olim', lastName: 'Operator' };
  operatorId = (await server.createAdmin({ login: 'op', ...draft })).id;
  operator = await server.signIn('op');
  stranger = await server.signIn({ permissions, neighborhoodIds: [3] });
  chief = await server.signIn({ role: 'super_admin', permissions });
}, 60_000);

afterAll(async () => {
  await second?.close();
  await server?.close();
});

async function someCase(fields: object = {}): Promise<number> {
  const { status, body } = await operator.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
    first_name: 'Gʻuncha',
    last_name: 'Oʻrinboyeva',
    ...fields,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

function letterFor(applicationId: number, more: Partial<LetterInput> = {}): LetterInput {
  return {
    application_id: applicationId,
    language: 'uz',
    subject: 'Arizangiz boʻyicha',
    body: documentOf(words('Hurmatli fuqaro!')) as LetterInput['body'],
    signatory_id: operatorId,
    template_id: null,
    replaces_id: null,
    ...more,
  };
}

async function issued(applicationId: number, more: Partial<LetterInput> = {}): Promise<Letter> {
  const { status, body } = await operator.post<Letter>('letters', letterFor(applicationId, more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const templateBody = documentOf(
  {
    type: 'paragraph',
    content: [{ type: 'text', text: 'Hurmatli ' }, field('applicant_name'), { type: 'text', text: '!' }],
  },
  {
    type: 'condition',
    attrs: { when: 'status', value: 'rejected', negate: false },
    content: [words('Rad etildi.')],
  },
  {
    type: 'condition',
    attrs: { when: 'status', value: 'rejected', negate: true },
    content: [words('Koʻrib chiqilmoqda.')],
  },
  { type: 'paragraph', content: [field('letter_number')] },
);

let templates = 0;
async function someTemplate(more: object = {}): Promise<Template> {
  templates++;
  const { status, body } = await chief.post<Template>('letter-templates', {
    uz: { name: `Javob ${templates}`, subject: 'Arizangiz haqida' },
    ru: { name: `Ответ ${templates}`, subject: 'О вашем заявлении' },
    kind: 'letter',
    enabled: true,
    body_uz: templateBody,
    body_ru: templateBody,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The numbers of the register, which has no gaps. */
async function expectNoGaps(): Promise<void> {
  const { rows } = await sql<{ number: number }>`select number from letters order by number`.execute(
    server.database,
  );
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  const register = await sql<{ last_number: number }>`select last_number from letter_registers`.execute(
    server.database,
  );
  expect(register.rows).toEqual([{ last_number: rows.length }]);
}

test('issues a letter: number, PDF among the documents, message in the timeline, entry in the audit log', async () => {
  const id = await someCase();
  const { stop, received } = await listenAs<object>(server, operator, 'letter_update');
  const letter = await issued(id);
  expect(letter).toMatchObject({
    status: 'issued',
    addressee: 'Oʻrinboyeva Gʻuncha',
    signatory: { id: operatorId, name: 'Operator Olim' },
    replaces: null,
  });
  expect(letter.number).toMatch(/^\d+\/20\d\d$/);
  const { body: found } = await operator.get<ApplicationDetail>(`applications/${id}`);
  const action = found.actions.at(-1);
  expect(action).toMatchObject({
    action_type: 'message',
    message: { message: `№ ${letter.number} javob xati: Arizangiz boʻyicha` },
    files: [{ id: letter.file.id, mimetype: 'application/pdf' }],
  });
  const file = await fetch(
    `${server.url}${new URL(letter.file.url, server.url).pathname}${new URL(letter.file.url, server.url).search}`,
  );
  expect(file.status).toBe(200);
  expect((await file.text()).slice(0, 8)).toBe('%PDF-1.7');
  const audited = await sql<{ action: string }>`
    select action from audit_log where subject_type = 'letter' and subject_id = ${letter.id}`.execute(
    server.database,
  );
  expect(audited.rows).toEqual([{ action: 'letters.letter.issue' }]);
  await vi.waitFor(() => expect(received).toEqual([{ id: letter.id, application_id: id }]));
  stop();
});

test('gives numbers without gaps to two nodes at once, while some letters fail', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => someCase()));
  const other = await second.signIn('op');
  const calls = ids.flatMap((id) => [
    operator.post<Letter>('letters', letterFor(id)),
    other.post<Letter>('letters', letterFor(id)),
    operator.post('letters', letterFor(id, { signatory_id: 999_999 })),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(8);
  expect(statuses.filter((status) => status === 422)).toHaveLength(4);
  await expectNoGaps();
});

test('a letter that fails after it has taken a number gives it back', async () => {
  const id = await someCase();
  const before = await issued(id);
  await sql`alter table letters add constraint refused check (subject <> 'Rad')`.execute(server.database);
  const { status } = await operator.post('letters', letterFor(id, { subject: 'Rad' }));
  await sql`alter table letters drop constraint refused`.execute(server.database);
  expect(status).toBe(500);
  const after = await issued(id);
  expect(Number.parseInt(after.number)).toBe(Number.parseInt(before.number) + 1);
  await expectNoGaps();
});

test('a retried call issues one letter', async () => {
  const id = await someCase();
  const body = letterFor(id);
  const idempotencyKey = crypto.randomUUID();
  const [first, again] = [
    await operator.post<Letter>('letters', body, { idempotencyKey }),
    await operator.post<Letter>('letters', body, { idempotencyKey }),
  ];
  expect(again.body.id).toBe(first.body.id);
});

test('corrects a letter by a new one that names it, once', async () => {
  const id = await someCase();
  const former = await issued(id);
  const letter = await issued(id, { replaces_id: former.id });
  expect(letter.replaces).toEqual({ id: former.id, number: former.number });
  const { body } = await operator.get<LetterDetail>(`letters/${former.id}`);
  expect(body).toMatchObject({ status: 'replaced', replaced_by: { id: letter.id, number: letter.number } });
  const again = await operator.post<ErrorBody>('letters', letterFor(id, { replaces_id: former.id }));
  expect([again.status, again.body.code]).toEqual([409, 'letter_not_valid']);
  const elsewhere = await operator.post<ErrorBody>(
    'letters',
    letterFor(await someCase(), { replaces_id: letter.id }),
  );
  expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'letter_of_another']);
});

test('voids a letter for a reason, once; its number stays', async () => {
  const id = await someCase();
  const letter = await issued(id);
  expect((await operator.post(`letters/${letter.id}/void`, { reason: '' })).status).toBe(422);
  const { body } = await operator.post<Letter>(`letters/${letter.id}/void`, { reason: 'Manzil xato' });
  expect(body).toMatchObject({ status: 'voided', void_reason: 'Manzil xato', number: letter.number });
  const again = await operator.post<ErrorBody>(`letters/${letter.id}/void`, { reason: 'Yana' });
  expect(again.body.code).toBe('letter_not_valid');
  const { body: found } = await operator.get<ApplicationDetail>(`applications/${id}`);
  expect(found.actions.at(-1)).toMatchObject({
    message: { message: `№ ${letter.number} xat bekor qilindi. Sabab: Manzil xato` },
  });
  await expectNoGaps();
});

test('letters of cases outside of one’s area are not there', async () => {
  const id = await someCase();
  const letter = await issued(id);
  const calls = [
    stranger.get(`letters/${letter.id}`),
    stranger.post(`letters/${letter.id}/void`, { reason: 'Begona' }),
    stranger.post('letters', letterFor(id)),
    stranger.post('letters/drafts', { application_id: id, template_id: null, language: 'uz' }),
    stranger.get(`letters/replies?application_id=${id}`),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  const { body } = await stranger.get<Page<Letter>>('letters');
  expect(body.items).toEqual([]);
});

describe('the page behind the QR code', () => {
  async function codeOf({ id }: Letter): Promise<string> {
    const { rows } = await sql<{ code: string }>`select code from letters where id = ${id}`.execute(
      server.database,
    );
    return rows[0]?.code ?? '';
  }

  test('says number, date and office, and nothing of a person', async () => {
    const letter = await issued(await someCase());
    const code = await codeOf(letter);
    expect(code).toMatch(/^[\w-]{22}$/);
    const { body } = await server.api().get<Check>(`letters/check/${code}`);
    expect(body).toEqual({
      genuine: true,
      status: 'issued',
      number: letter.number,
      issued_on: letter.issued_on,
      office: 'Ko‘mak',
      replaced_by: null,
    });
    const page = await fetch(`${server.url}/api/uz/letters/check/${code}`, {
      headers: { accept: 'text/html', 'accept-language': 'ru' },
    });
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(html).toContain('Письмо подлинное');
    expect(html).toContain(letter.number);
    expect(html).not.toMatch(/rinboyeva|uncha|Operator/);
    await operator.post(`letters/${letter.id}/void`, { reason: 'Manzil xato' });
    const after = await server.api().get<Check>(`letters/check/${code}`);
    expect(after.body).toMatchObject({ genuine: true, status: 'voided' });
    expect(JSON.stringify(after.body)).not.toContain('Manzil xato');
  });

  test('knows no other code, and answers a network some times only', async () => {
    const { status, body } = await server.api().get<Check>('letters/check/0123456789abcdefABCDEF');
    expect([status, body.genuine]).toEqual([200, false]);
    const page = await fetch(`${server.url}/api/uz/letters/check/x`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(404);
    await sql`update login_attempts set moments = array_fill(clock_timestamp(), array[60])`.execute(
      server.database,
    );
    const refused = await server.api().get<ErrorBody>('letters/check/0123456789abcdefABCDEF');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_checks']);
    await sql`delete from login_attempts`.execute(server.database);
  });
});

test('a template is filled from a case, and every version of it is kept', async () => {
  const template = await someTemplate();
  const id = await someCase();
  const drafted = await operator.post<LetterDraft>('letters/drafts', {
    application_id: id,
    template_id: template.id,
    language: 'uz',
  });
  expect(drafted.body).toEqual({
    subject: 'Arizangiz haqida',
    body: documentOf(
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Hurmatli ' },
          { type: 'text', text: 'Oʻrinboyeva Gʻuncha' },
          { type: 'text', text: '!' },
        ],
      },
      words('Koʻrib chiqilmoqda.'),
      { type: 'paragraph', content: [field('letter_number')] },
    ),
  });
  const { uz, ru, kind, enabled, body_uz, body_ru } = template;
  await chief.put(`letter-templates/${template.id}`, {
    uz: { ...uz, subject: 'Yangi mavzu' },
    ru,
    kind,
    enabled,
    body_uz,
    body_ru,
  });
  const { body: versions } = await chief.get<TemplateVersion[]>(`letter-templates/${template.id}/versions`);
  expect(versions.map(({ version, uz: { subject } }) => [version, subject])).toEqual([
    [2, 'Yangi mavzu'],
    [1, 'Arizangiz haqida'],
  ]);
  const letter = await issued(id, { template_id: template.id });
  const { rows } = await sql<{ template_version: number }>`
    select template_version from letters where id = ${letter.id}`.execute(server.database);
  expect(rows).toEqual([{ template_version: 2 }]);
});

test('templates are for super admins; others choose one that is in use', async () => {
  const template = await someTemplate();
  expect((await operator.get('letter-templates')).status).toBe(403);
  expect((await operator.get(`letter-templates/${template.id}/versions`)).status).toBe(403);
  const { body } = await operator.get<TemplateChoice[]>('letters/templates');
  expect(body.map(({ id }) => id)).toContain(template.id);
  const refused = await chief.post<ErrorBody>('letter-templates', {
    ...{ uz: { name: 'Mavzusiz', subject: '' }, ru: { name: 'Без темы', subject: 'Тема' } },
    ...{ kind: 'letter', enabled: true, body_uz: templateBody, body_ru: templateBody },
  });
  expect(refused.body.fields).toHaveProperty(['uz.subject']);
});

test('ready replies come filled, as plain text', async () => {
  const body = documentOf({
    type: 'paragraph',
    content: [field('applicant_name'), { type: 'text', text: ', pasport nusxasini yuboring.' }],
  });
  await someTemplate({ kind: 'reply', body_uz: body, body_ru: body });
  const { body: replies } = await operator.get<Reply[]>(`letters/replies?application_id=${await someCase()}`);
  expect(replies.map(({ text }) => text)).toEqual(['Oʻrinboyeva Gʻuncha, pasport nusxasini yuboring.']);
});

test('a preview is a PDF that takes no number', async () => {
  const id = await someCase();
  const { template_id: _template, replaces_id: _replaces, ...body } = letterFor(id);
  const answer = await operator.post('letters/preview', body);
  expect(String(answer.body).slice(0, 5)).toBe('%PDF-');
  expect(answer.status).toBe(200);
  await expectNoGaps();
});

test('signatories are those who may answer applications', async () => {
  await server.createAdmin({ login: 'other', permissions: ['household_add'] });
  const { body } = await operator.get<Signatory[]>('letters/signatories');
  expect(body.map(({ id }) => id)).toContain(operatorId);
  const { rows } = await sql<{ id: number }>`select id from admins where login = 'other'`.execute(
    server.database,
  );
  expect(body.map(({ id }) => id)).not.toContain(rows[0]?.id);
});

test('the register is searched, filtered and exported', async () => {
  const letter = await issued(await someCase({ last_name: 'Рахимова', first_name: 'Наргиза' }), {
    subject: 'Maxsus mavzu',
  });
  const listed = async (query: string) =>
    (await operator.get<Page<Letter>>(`letters?${query}`)).body.items.map(({ id }) => id);
  expect(await listed('search=rahimova')).toEqual([letter.id]);
  expect(await listed(`search=${encodeURIComponent(letter.number)}`)).toContain(letter.id);
  expect(await listed('search=maxsus&status=voided')).toEqual([]);
  expect(await listed(`search=maxsus&from=${letter.issued_on}&to=${letter.issued_on}`)).toEqual([letter.id]);
  expect(await listed('search=maxsus&to=2020-01-01')).toEqual([]);
  const { body } = await operator.get('letters/export?format=csv&search=maxsus');
  expect(String(body)).toContain(letter.number);
});

test('tells another plugin the letters of an application', async () => {
  const id = await someCase();
  const letter = await issued(id);
  const { body } = await operator.get<CitizenLetter[]>(`outside/${id}`);
  expect(body).toEqual([
    expect.objectContaining({
      id: letter.id,
      number: letter.number,
      status: 'issued',
      fileId: letter.file.id,
    }),
  ]);
});

describe('a bulk job', () => {
  async function acceptedCases(count: number): Promise<number[]> {
    const ids = await Promise.all(Array.from({ length: count }, () => someCase({ neighborhood_id: 2 })));
    await sql`update applications set status = 'accepted', status_at = now() where id = any(${ids}::bigint[])`.execute(
      server.database,
    );
    return ids;
  }

  async function finished(id: number): Promise<BatchDetail> {
    return vi.waitFor(
      async () => {
        const { body } = await operator.get<BatchDetail>(`letter-batches/${id}`);
        expect(body.state).not.toBe('running');
        return body;
      },
      { timeout: 30_000, interval: 200 },
    );
  }

  async function criteriaOf(): Promise<object> {
    const template = await someTemplate();
    return {
      template_id: template.id,
      status: 'accepted',
      neighborhood: 2,
      from: '2020-01-01',
      to: '2099-01-01',
    };
  }

  test('writes each letter once, whichever node does it, and gives them as one PDF and as a zip', async () => {
    const ids = await acceptedCases(4);
    const criteria = await criteriaOf();
    const query = new URLSearchParams(Object.entries(criteria).map(([key, value]) => [key, String(value)]));
    const { body: before } = await operator.get(`letter-batches/preview?${query}`);
    expect(before).toEqual({ count: 4, capped: false });
    const body = { ...criteria, language: 'uz', signatory_id: operatorId };
    const started = await operator.post<Batch>('letter-batches', body);
    expect(started.body).toMatchObject({ state: 'running', total: 4, done: 0 });
    expect(await finished(started.body.id)).toMatchObject({ state: 'done', total: 4, done: 4, failed: 0 });
    const { rows } = await sql<{ application_id: number }>`
      select application_id from letters where batch_id = ${started.body.id} order by application_id`.execute(
      server.database,
    );
    expect(rows.map(({ application_id }) => application_id)).toEqual(
      ids.toSorted((one, other) => one - other),
    );
    await expectNoGaps();

    const fileOf = async (format: string) => {
      const answer = await fetch(
        `${server.url}/api/uz/letter-batches/${started.body.id}/file?format=${format}`,
        {
          headers: { authorization: operator.token ?? '' },
        },
      );
      return new Uint8Array(await answer.arrayBuffer());
    };
    const whole = await PDFDocument.load(await fileOf('pdf'));
    expect(whole.getPageCount()).toBe(4);
    const zip = Buffer.from(await fileOf('zip')).toString('latin1');
    expect(zip.match(/PK\x01\x02/g)).toHaveLength(4);

    const again = await operator.post<ErrorBody>('letter-batches', body);
    expect([again.status, again.body.code]).toEqual([409, 'batch_empty']);
    expect((await stranger.get(`letter-batches/${started.body.id}`)).status).toBe(404);
  });

  test('stops where its author may not write letters any more', async () => {
    await acceptedCases(1);
    const body = { ...(await criteriaOf()), language: 'ru', signatory_id: operatorId };
    const leaving = await server.createAdmin({ login: 'leaving', permissions, neighborhoodIds: [2] });
    const api = await server.signIn('leaving');
    await sql`alter table letters add constraint held check (author_id <> ${sql.lit(leaving.id)})`.execute(
      server.database,
    );
    const started = await api.post<Batch>('letter-batches', body);
    await sql`update admins set blocked = true where login = 'leaving'`.execute(server.database);
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ state: string }>`
          select state from letter_batches where id = ${started.body.id}`.execute(server.database);
        expect(rows).toEqual([{ state: 'stopped' }]);
      },
      { timeout: 20_000, interval: 200 },
    );
    await sql`alter table letters drop constraint held`.execute(server.database);
    await expectNoGaps();
  });
});
