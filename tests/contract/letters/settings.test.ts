import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type TestServer, testServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '#plugins/applications/contract.ts';
import type { PluginDetail } from '#plugins/plugins/contract.ts';
import type { Check, Letter, LetterInput } from '#plugins/letters/contract.ts';
import { documentOf, permissions, paragraphOf } from './office.ts';
import { readQrCodes, textOf } from './read-pdf.ts';

const plugins = ['letters', 'admins', 'notifications', 'intake', 'plugins'];
const opened: TestServer[] = [];
afterAll(async () => {
  for (const server of opened.toReversed()) await server.close();
});

/** The office with some settings; with `former`, after a restart with those. */
async function officeWith(settings: Readonly<Record<string, string>>, former?: TestServer) {
  const config = { letters: settings };
  const same = former && { databaseUrl: former.databaseUrl, data: former.data };
  const server = await testServer({ plugins, config, ...same });
  opened.push(server);
  return server;
}

/** Issues a letter in each language, and returns them with their pages. */
async function issueBoth(server: TestServer, adminId: number, applicationId: number) {
  const api = await server.signIn('op');
  const issued = [];
  for (const language of ['uz', 'ru'] as const) {
    const { status, body } = await api.post<Letter>('letters', {
      application_id: applicationId,
      language,
      subject: 'Arizangiz boʻyicha',
      body: documentOf(paragraphOf('Hurmatli fuqaro!')) as LetterInput['body'],
      signatory_id: adminId,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    issued.push({ letter: body, bytes: await bytesOf(server, body) });
  }
  return issued as [(typeof issued)[number], (typeof issued)[number]];
}

async function bytesOf(server: TestServer, { file }: Letter): Promise<Uint8Array> {
  const { pathname, search } = new URL(file.url, server.url);
  return new Uint8Array(await (await fetch(`${server.url}${pathname}${search}`)).arrayBuffer());
}

const year = new Date().getFullYear();

test('each setting affects the next letter, and earlier letters stay unchanged', async () => {
  const plain = await officeWith({});
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(plain.database);
  const { id: adminId } = await plain.createAdmin({ login: 'op', permissions, neighborhoodIds: [1] });
  const { body: application } = await (
    await plain.signIn('op')
  ).upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
    first_name: 'Gʻuncha',
    last_name: 'Oʻrinboyeva',
  });
  const before = await issueBoth(plain, adminId, application.id);
  expect(before.map(({ letter }) => letter.number)).toEqual([`1/${year}`, `2/${year}`]);

  const changed = await officeWith(
    {
      office_uz: 'Yangi idora',
      office_ru: 'Новое ведомство',
      contacts_uz: 'Bogʻ koʻchasi, 1-uy',
      contacts_ru: 'улица Садовая, дом 1',
      numberPrefix: '03-12/',
      publicAddress: 'https://xat.example/office/',
    },
    plain,
  );
  const after = await issueBoth(changed, adminId, application.id);
  // The register continues.
  expect(after.map(({ letter }) => letter.number)).toEqual([`03-12/3/${year}`, `03-12/4/${year}`]);
  const headers = [
    ['Yangi idora', 'Bogʻ koʻchasi, 1-uy'],
    ['Новое ведомство', 'улица Садовая, дом 1'],
  ] as const;
  for (const [index, { letter, bytes }] of after.entries()) {
    const pages = await textOf(bytes);
    for (const line of headers[index] ?? []) expect(pages).toContain(line);
    for (const line of headers[1 - index] ?? []) expect(pages).not.toContain(line);
    expect(pages).toContain(`№ ${letter.number}`);
    const [address] = await readQrCodes(bytes);
    expect(address).toMatch(/^https:\/\/xat\.example\/office\/api\/uz\/letters\/check\/[\w-]{22}$/);
    const code = address?.split('/').at(-1);
    const { body: check } = await changed.api().get<Check>(`letters/check/${code}`);
    expect([check.status, check.number]).toEqual(['issued', letter.number]);
  }

  const api = await changed.signIn('op');
  for (const { letter, bytes } of before) {
    const { body: now } = await api.get<Letter>(`letters/${letter.id}`);
    expect(now.number).toBe(letter.number);
    expect(Buffer.compare(await bytesOf(changed, now), bytes)).toBe(0);
    const pages = await textOf(bytes);
    for (const line of headers.flat()) expect(pages).not.toContain(line);
    const code = (await readQrCodes(bytes))[0]?.split('/').at(-1);
    const { body: check } = await changed.api().get<Check>(`letters/check/${code}`);
    expect([check.status, check.number]).toEqual(['issued', letter.number]);
  }
});

const wrong: readonly (readonly [string, unknown])[] = [
  ['office_uz', 'x'.repeat(201)],
  ['office_ru', 7],
  ['contacts_uz', 'x'.repeat(301)],
  ['contacts_ru', null],
  ['numberPrefix', '03-12'],
  ['numberPrefix', '<b>/'],
  ['numberPrefix', 'x'.repeat(21)],
  ['publicAddress', 'javascript:alert(1)'],
  ['publicAddress', 'https://xat.example/?a=1'],
  ['publicAddress', 'xat.example'],
];

test('an invalid setting is rejected by its name, and changes nothing', async () => {
  const server = await officeWith({ office_uz: 'Idora' });
  const chief = await server.signIn({ role: 'super_admin' });
  const settings = async () => (await chief.get<PluginDetail>('plugins/letters')).body.settings?.values;
  const before = await settings();
  expect(before).toMatchObject({ office_uz: 'Idora', numberPrefix: '' });
  for (const [key, value] of wrong) {
    const { status, body } = await chief.put<ErrorBody>('plugins/letters/settings', {
      config: { ...before, [key]: value },
    });
    expect([status, body.code], `${key}: ${String(value)}`).toEqual([422, 'invalid']);
    expect(Object.keys(body.fields ?? {}), `${key}: ${String(value)}`).toEqual([key]);
    expect(Object.values(body.fields ?? {})[0]).toMatch(/\S/);
  }
  expect(await settings()).toEqual(before);
});

test('letters are disabled, with a reason, if the deployment file has invalid settings', async () => {
  const server = await officeWith({ numberPrefix: '03-12' });
  const chief = await server.signIn({ role: 'super_admin', permissions });
  const { body } = await chief.get<PluginDetail>('plugins/letters');
  expect(body.reasons).toEqual([
    expect.objectContaining({
      state: 'invalid_configuration',
      problem: expect.stringContaining('numberPrefix'),
    }),
  ]);
  expect((await chief.get('letters')).status).toBe(404);
});
