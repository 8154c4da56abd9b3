import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { CitizenPreview, CitizenReport, User, UserDetail } from '../../contract.ts';

let server: TestServer;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['users'] });
  chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
});
afterAll(() => server?.close());

const numberOf = (birthday: string) => makeJshshir({ birthday, sex: 'male', area: 12, serial: 7 });
const send = (text: string, fields = {}, path = '') =>
  chief.upload<CitizenPreview & CitizenReport & ErrorBody>(`users/imports${path}`, fields, [
    { name: 'fuqarolar.csv', type: 'text/csv', content: text },
  ]);
const detailOf = async (id: number) => (await chief.get<UserDetail>(`users/${id}`)).body;

test('imports nothing with warnings that were not in the preview', async () => {
  const personal_number = numberOf('1972-02-03');
  const text = ['Familiya;Ism;Telefon;JSHSHIR', `Keyingi;Odam;998907654321;${personal_number}`].join('\n');
  const { body: preview } = await send(text, {}, '/preview');
  expect(preview).toMatchObject({ ready: 1, with_warnings: 0 });
  const person = { first_name: 'Odam', last_name: 'Keyingi', father_name: null, phone: '998901110000' };
  const registered = await chief.post<User>('users', { ...person, personal_number });
  expect(registered.status).toBe(201);
  const { digest, warnings_digest } = preview;
  const accepted = await send(text, { digest, warnings: 'accept', warnings_digest });
  expect(accepted).toMatchObject({ status: 409, body: { code: 'import_outdated' } });
  expect(await detailOf(registered.body.id)).toMatchObject({ phone: '998901110000' });
});

test('loses nothing of two rows of one new citizen', async () => {
  const number = numberOf('1973-02-03');
  const text = [
    'Familiya;Ism;Otasining ismi;Telefon;JSHSHIR',
    `Ikkinchi;Odam;;998907654321;${number}`,
    `Ikkinchi;Odam;Karim oʻgʻli;998909999999;${number}`,
  ].join('\n');
  const { body: preview } = await send(text, {}, '/preview');
  const { body } = await send(text, { digest: preview.digest, warnings: 'accept' });
  expect(body).toMatchObject({ created: 1, merged: 1, skipped: [] });
  const found = await chief.get<User>(`users/lookup?personal_number=${number}`);
  expect(await detailOf(found.body.id)).toMatchObject({
    father_name: 'Karim oʻgʻli',
    phone: '998909999999',
  });
});
