import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application, ApplicationDetail } from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

const form = {
  neighborhood_id: 1,
  employment_status: 'unemployed',
  salary: 'Tikuvchilik',
  planned_assistance: 'Tomni taʼmirlash',
  first_name: 'Anvar',
  last_name: 'Oʻrinboyev',
  phone: '+998 (90) 123-45-67',
} as const;
const permissions = ['application_receiver'];

let server: TestServer;
let operator: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins'] });
  await addNeighborhoods(server, 3);
  operator = await server.signIn({ permissions, neighborhoodIds: [1] });
}, 60_000);
afterAll(() => server?.close());

test('repeats a stored response only to callers who still have the right, and runs nothing twice', async () => {
  const { id: adminId } = await server.createAdmin({ login: 'moved', permissions, neighborhoodIds: [1] });
  const { body: made } = await operator.upload<Application>('applications', form);
  const { id } = made;
  /** Simulates a user who signs in again, and whose browser resends requests that got no response. */
  async function sendAll(): Promise<number[]> {
    const moved = await server.signIn('moved');
    const responses = [
      await moved.upload('applications', form, [], { idempotencyKey: 'moved-1' }),
      await moved.upload(`applications/${id}/actions/messages`, { message: 'Bordik.' }, [], {
        idempotencyKey: 'moved-2',
      }),
      await moved.post(
        `applications/${id}/actions/statuses`,
        { status: 'accepted' },
        { idempotencyKey: 'moved-3' },
      ),
    ];
    return responses.map(({ status }) => status);
  }
  async function changeRights(area: number, held: readonly string[]): Promise<void> {
    await sql`update admin_neighborhoods set neighborhood_id = ${area} where admin_id = ${adminId}`.execute(
      server.database,
    );
    await sql`update admin_roles set permissions = ${held}
      where id = (select role_id from admins where id = ${adminId})`.execute(server.database);
  }

  const seen: Record<string, number[]> = { first: await sendAll(), again: await sendAll() };
  await changeRights(3, permissions);
  seen['elsewhere'] = await sendAll();
  await changeRights(1, []);
  seen['without the right'] = await sendAll();
  await changeRights(1, permissions);
  seen['back again'] = await sendAll();
  expect(seen).toEqual({
    first: [201, 201, 201],
    again: [201, 201, 201],
    elsewhere: [422, 404, 404],
    'without the right': [403, 403, 403],
    'back again': [201, 201, 201],
  });
  const { actions } = (await operator.get<ApplicationDetail>(`applications/${id}`)).body;
  expect(actions.map(({ action_type: type }) => type)).toEqual(['message', 'status']);
  const { rows } = await sql`select id from applications where created_by = ${adminId}`.execute(
    server.database,
  );
  expect(rows).toHaveLength(1);
});
