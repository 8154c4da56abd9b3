import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { makeJshshir } from '#kernel/plugin-api/demo.ts';
import type { Application } from '../contract.ts';

let server: TestServer;
let clerk: ApiClient;
let chief: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'users'] });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  clerk = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
  chief = await server.signIn({ role: 'super_admin' });
}, 60_000);
afterAll(() => server?.close());

const form = (more: Record<string, string | number> = {}) => ({
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tom',
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  ...more,
});

const noNames = ['=1+1', '12345', '🙂', '<img src=x>', 'Anvar\ud800', 'Anvar\nQodirov'];
test.each(noNames)(
  'rejects %j as a name at the counter, in a correction, and in the register',
  async (text) => {
    const { rows: before } = await sql`select id from users`.execute(server.database);
    const wrong = { first_name: text, last_name: text, father_name: text };
    const papers = {
      personal_number: makeJshshir({ birthday: '1980-05-06', sex: 'male', area: 3 }),
    };
    const { body: taken } = await clerk.upload<Application>('applications', form());
    const body = { employment_status: 'unemployed', planned_assistance: 'Tom', ...wrong, ...papers };
    const rejections = [
      await clerk.upload<ErrorBody>('applications', form({ ...wrong, ...papers })),
      await clerk.put<ErrorBody>(`applications/${taken.id}`, { ...body, reason: 'Xato' }),
      await chief.post<ErrorBody>('users', { ...wrong, ...papers }),
    ];
    for (const rejected of rejections) {
      expect(rejected).toMatchObject({ status: 422 });
      const { fields } = rejected.body;
      expect(Object.keys(fields ?? {}).toSorted()).toEqual(['father_name', 'first_name', 'last_name']);
      // JSON with half a surrogate pair is rejected before names are checked.
      if (text.isWellFormed()) {
        expect(fields).toMatchObject({ father_name: 'Ism harflardan iborat boʻladi.' });
      }
    }
    const { rows: after } = await sql`select id from users`.execute(server.database);
    expect(after).toHaveLength(before.length + 1);
    const inRussian = await clerk.upload<ErrorBody>('applications', form(wrong), [], {
      headers: { 'accept-language': 'ru' },
    });
    expect(inRussian.body.fields).toMatchObject({ last_name: 'Имя состоит из букв.' });
  },
);
