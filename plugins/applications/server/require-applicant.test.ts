import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { testServer } from '#kernel/plugin-api/testing.ts';

const fiveFields = {
  neighborhood_id: 1,
  employment_status: 'unemployed',
  planned_assistance: 'Tomni taʼmirlash',
};

test('an applicant is required of every caller where the deployment says so, by a coded error', async () => {
  const strict = await testServer({
    plugins: ['applications', 'households', 'users'],
    config: { applications: { requireApplicant: true } },
  });
  try {
    await sql`
      insert into neighborhoods (name_uz, name_ru, coords, color)
      values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(strict.database);
    const clerk = await strict.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1] });
    const refused = await clerk.upload<ErrorBody>('applications', fiveFields);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['first_name', 'last_name']);
    const named = { ...fiveFields, first_name: 'Anvar', last_name: 'Oʻrinboyev' };
    expect((await clerk.upload('applications', named)).status).toBe(201);
  } finally {
    await strict.close();
  }
});
