import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { ApplicationPage } from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'households'] });
  await addNeighborhoods(server, 2);
  await sql`insert into streets (neighborhood_id, name_uz, name_ru) select id, 'Koʻcha', 'Улица' from neighborhoods`.execute(
    server.database,
  );
  await sql`
    insert into household_categories (name_uz, name_ru, color) values ('Bir', 'Один', '#0b7480'), ('Ikki', 'Два', '#0b7480')`.execute(
    server.database,
  );
  await sql`
    insert into applications (day, neighborhood_id, personal_number, search_key, first_name, last_name, employment_status,
      planned_assistance)
    select '2026-11-01', i, '31210632040244', ' a', 'Ali', 'Karimov', 'official', 'x' from generate_series(1, 2) as i`.execute(
    server.database,
  );
}, 60_000);

afterAll(() => server?.close());

it('an application follows the category of its applicant’s household in its own neighbourhood', async () => {
  const reader = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: [1, 2] });
  const found = async (category: number | 'none') => {
    const { body } = await reader.get<ApplicationPage>(
      `applications?household_category=${category}&sort_order=asc`,
    );
    expect(body.length).toBe(body.items.length);
    return body.items.map((item) => [item.neighborhood_id, item.household_category_id]);
  };
  const untilFound = (category: number | 'none', expected: unknown) =>
    expect.poll(() => found(category), { timeout: 30_000 }).toEqual(expected);
  const run = (text: string) => sql.raw(text).execute(server.database);
  await untilFound('none', [
    [1, null],
    [2, null],
  ]);

  await run(`insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number)
    values (1, 1, 1, 'apartment', 7)`);
  await run(`insert into household_citizens (household_id, position, full_name, personal_number)
    values (1, 1, 'Ali Karimov', '31210632040244')`);
  await untilFound(1, [[1, 1]]);
  // A household in another neighbourhood does not count: the reader may have no access to it.
  await untilFound('none', [[2, null]]);

  await run('update households set household_category_id = 2 where id = 1');
  await untilFound(2, [[1, 2]]);
  await run('update applications set neighborhood_id = 2 where neighborhood_id = 1');
  await untilFound(2, []);
  await run('update households set neighborhood_id = 2, street_id = 2 where id = 1');
  await untilFound(2, [
    [2, 2],
    [2, 2],
  ]);
  await run('delete from households where id = 1');
  await untilFound('none', [
    [2, null],
    [2, null],
  ]);
});
