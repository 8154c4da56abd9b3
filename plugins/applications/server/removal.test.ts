import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'neighborhoods'] });
  await addNeighborhoods(server, 3);
});
afterAll(() => server.close());

test('a neighbourhood with applications cannot be removed, and the error counts them', async () => {
  const permissions = ['application_receiver'];
  const chief = await server.signIn({ role: 'super_admin', permissions }, 'ru');
  for (let count = 0; count < 2; count++) {
    const { body } = await chief.upload<Application>('applications', {
      neighborhood_id: 1,
      employment_status: 'unemployed',
      planned_assistance: 'Tomni taʼmirlash',
    });
    await sql`update applications set author_neighborhood_id = 2 where id = ${body.id} and id % 2 = 0`.execute(
      server.database,
    );
  }
  expect(await chief.del('neighborhoods/1')).toMatchObject({
    status: 409,
    body: { code: 'in_use', uses: { applications: 2 }, err: expect.stringContaining('2 заявления') },
  });
  expect(await chief.del('neighborhoods/2')).toMatchObject({
    status: 409,
    body: { uses: { applications: 1 }, err: expect.stringContaining('1 заявление') },
  });
  expect((await chief.del('neighborhoods/3')).status).toBe(200);
});
