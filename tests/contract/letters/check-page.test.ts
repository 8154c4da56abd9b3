import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '#plugins/applications/contract.ts';
import type { Letter } from '#plugins/letters/contract.ts';
import { documentOf, permissions, paragraphOf } from './office.ts';

const office = `"Ko'mak" <script>alert(1)</script> & <img src=x onerror=alert(1)>`;

let server: TestServer;
/** The page of a letter in a language, by its code. */
async function readPage(id: number, language: 'uz' | 'ru'): Promise<string> {
  const { rows } = await sql<{ code: string }>`select code from letters where id = ${id}`.execute(
    server.database,
  );
  const path = `letters/check/${rows[0]?.code}?language=${language}`;
  const page = await fetch(`${server.url}/api/uz/${path}`, { headers: { accept: 'text/html' } });
  return page.text();
}

beforeAll(async () => {
  server = await testServer({
    plugins: ['letters', 'admins', 'notifications'],
    config: { letters: { office_uz: office, office_ru: office } },
  });
});
afterAll(() => server?.close());

test.each(['uz', 'ru'])(
  'the page of a QR code shows the name of the office as text, in %s',
  async (language) => {
    const page = await fetch(
      `${server.url}/api/uz/letters/check/0123456789abcdefABCDEF?language=${language}`,
      {
        headers: { accept: 'text/html' },
      },
    );
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    expect(html).toContain(
      '&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#60;img src=x onerror=alert(1)&#62;',
    );
    expect(html).not.toMatch(/<script|<img/);
  },
);

test('the page of a genuine letter shows number and office as text, and no personal data', async () => {
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  const { id: signatory_id } = await server.createAdmin({
    login: 'writer',
    permissions,
    neighborhoodIds: [1],
  });
  const api = await server.signIn('writer');
  const { body: application } = await api.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
    first_name: 'Gʻuncha',
    last_name: 'Oʻrinboyeva',
  });
  const { status, body: letter } = await api.post<Letter>('letters', {
    application_id: application.id,
    language: 'uz',
    subject: 'Maxfiy mavzu',
    body: documentOf(paragraphOf('Maxfiy matn')),
    signatory_id,
    template_id: null,
    replaces_id: null,
  });
  expect(status, JSON.stringify(letter)).toBe(201);
  await sql`update letters set issued_on = '2026-01-05' where id = ${letter.id}`.execute(server.database);
  for (const [language, date] of [
    ['uz', 'Sanasi'],
    ['ru', 'Дата'],
  ] as const) {
    const html = await readPage(letter.id, language);
    expect(html).toContain('data-kind="issued"');
    expect(html).toContain(`<dt>${date}</dt><dd>05.01.2026</dd>`);
    expect(html).toContain(`<dd>${letter.number}</dd>`);
    expect(html).toContain('<dd>&#34;Ko&#39;mak&#34; &#60;script&#62;');
    expect(html).not.toMatch(/<script|<img|<b>|rinboyeva|uncha|Maxfiy|application/);
  }
});

test.each([
  ['uz', 'oʻrniga', 'keyin bekor qilgan'],
  ['ru', 'вместо него', 'позже аннулировано'],
] as const)('the page of a replaced or voided letter says so, in %s', async (language, instead, later) => {
  const { id: signatory_id } = await server.createAdmin({
    login: `writer_${language}`,
    permissions,
    neighborhoodIds: [1],
  });
  const api = await server.signIn(`writer_${language}`);
  const { body: application } = await api.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
  });
  const issue = async (replaces_id: number | null) => {
    const { status, body } = await api.post<Letter>('letters', {
      application_id: application.id,
      language,
      subject: 'Javob',
      body: documentOf(paragraphOf('Matn')),
      signatory_id,
      template_id: null,
      replaces_id,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const former = await issue(null);
  const letter = await issue(former.id);
  const replaced = await readPage(former.id, language);
  expect(replaced).toContain('data-kind="replaced"');
  expect(replaced).toContain(letter.number);
  expect(replaced).toContain(instead);
  expect((await api.post(`letters/${letter.id}/void`, { reason: 'Maxfiy sabab' })).status).toBe(200);
  const voided = await readPage(letter.id, language);
  expect(voided).toContain('data-kind="voided"');
  expect(voided).toContain(later);
  expect(voided).not.toContain('Maxfiy');
});
