import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Action, Application, ApplicationDetail } from '../../contract.ts';

const permissions = ['application_receiver'];
const tomorrow = addDays(dayAt(Date.now(), 'Asia/Tashkent'), 1);

let server: TestServer;
let giver: ApiClient;
let clerk: ApiClient;
let giverId: number;
let clerkId: number;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'notifications'] });
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Mahalla', 'Махалля', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(server.database);
  const one = await server.createAdmin({ permissions, neighborhoodIds: [1] });
  const other = await server.createAdmin({ permissions, neighborhoodIds: [1] });
  [giverId, clerkId] = [one.id, other.id];
  [giver, clerk] = await Promise.all([server.signIn(one.login), server.signIn(other.login)]);
}, 60_000);
afterAll(() => server?.close());

async function create(): Promise<number> {
  const { body } = await giver.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
  });
  await giver.post(`applications/${body.id}/actions/statuses`, { status: 'accepted' });
  return body.id;
}

async function read(id: number): Promise<ApplicationDetail> {
  return (await giver.get<ApplicationDetail>(`applications/${id}`)).body;
}

/** Gives the clerk a task in a new application; without a day, it is a forward as in the specification. */
async function give(due: string | null = tomorrow): Promise<{ id: number; taskId: number; action: Action }> {
  const id = await create();
  const { body: action } = await giver.upload<Action>(`applications/${id}/actions/forwards`, {
    message: 'Tomni koʻring',
    receiver_id: clerkId,
    ...(due === null ? {} : { due }),
  });
  const { tasks } = await read(id);
  return { id, taskId: tasks.at(-1)?.id ?? 0, action };
}

test('a forward is a task for its receiver until its day ends, and keeps the shape of the specification', async () => {
  const { id, action } = await give();
  expect(Object.keys(action).toSorted()).toEqual(
    ['action_type', 'createdAt', 'files', 'forward', 'id', 'sender'].toSorted(),
  );
  const { tasks, receiver } = await read(id);
  expect(receiver?.id).toBe(clerkId);
  expect(tasks).toMatchObject([
    {
      action_id: action.id,
      state: 'open',
      due_at: `${tomorrow}T13:00:00.000Z`,
      admin: { id: clerkId },
      given_by: { id: giverId },
      instead_of: null,
      result_action_id: null,
    },
  ]);
});

test('is completed with a result, which the timeline shows and the giver is notified of', async () => {
  const { id, taskId } = await give();
  const done = await clerk.upload<Action>(`applications/${id}/actions/results`, {
    task_id: taskId,
    message: 'Tom oqmoqda',
  });
  expect(done).toMatchObject({
    status: 201,
    body: { action_type: 'message', message: { message: 'Tom oqmoqda' } },
  });
  const { tasks, receiver } = await read(id);
  expect(tasks).toMatchObject([{ state: 'done', result_action_id: done.body.id }]);
  expect(receiver?.id).toBe(clerkId);
  const { rows } = await sql`
    select type from notifications where admin_id = ${giverId} and payload ->> 'message' = 'Tom oqmoqda'`.execute(
    server.database,
  );
  expect(rows).toEqual([{ type: 'message' }]);
  const again = await clerk.upload<ErrorBody>(`applications/${id}/actions/results`, {
    task_id: taskId,
    message: 'Yana',
  });
  expect(again).toMatchObject({ status: 409, body: { code: 'task_ended' } });
});

test('is returned with a reason, and the giver is responsible again', async () => {
  const { id, taskId } = await give();
  const back = await clerk.upload<Action>(`applications/${id}/actions/returns`, {
    task_id: taskId,
    message: 'Bu mening hududim emas',
  });
  expect(back.body).toMatchObject({ action_type: 'forward', forward: { receiver: { id: giverId } } });
  const { tasks, receiver } = await read(id);
  expect(tasks).toMatchObject([{ state: 'returned', result_action_id: back.body.id }]);
  expect(receiver?.id).toBe(giverId);
});

test('is not returned to a giver who cannot open the application', async () => {
  const { id, taskId } = await give();
  await sql`update applications set neighborhood_id = neighborhood_id where id = ${id}`.execute(
    server.database,
  );
  await sql`update application_tasks set given_by = 0 where id = ${taskId}`.execute(server.database);
  const back = await clerk.upload<ErrorBody>(`applications/${id}/actions/returns`, {
    task_id: taskId,
    message: 'Qaytaraman',
  });
  expect(back).toMatchObject({ status: 409, body: { code: 'task_author_absent' } });
});

test('another’s task cannot be ended, and a result is required', async () => {
  const { id, taskId } = await give();
  const path = `applications/${id}/actions/results`;
  expect((await giver.upload(path, { task_id: taskId, message: 'Men qildim' })).status).toBe(404);
  expect((await clerk.upload(path, { task_id: taskId, message: ' ' })).status).toBe(422);
});

test('rejects a day in the past', async () => {
  const id = await create();
  const rejected = await giver.upload<ErrorBody>(`applications/${id}/actions/forwards`, {
    receiver_id: clerkId,
    due: '2020-01-01',
  });
  expect(rejected.status).toBe(422);
  expect(rejected.body).toMatchObject({ fields: { due: expect.any(String) } });
});

test('an application with open tasks of others is answered only on request to end them', async () => {
  const { id } = await give();
  const response = { status: 'completed', note: 'Taʼmirlandi' };
  const path = `applications/${id}/actions/statuses`;
  expect(await giver.post<ErrorBody>(path, response)).toMatchObject({
    status: 409,
    body: { code: 'tasks_open' },
  });
  expect((await read(id)).status.status).toBe('accepted');
  const done = await giver.post<Action>(path, { ...response, close_tasks: true });
  expect(done.status).toBe(201);
  expect((await read(id)).tasks).toMatchObject([{ state: 'closed', result_action_id: done.body.id }]);
});

test("answering an application completes one's own task", async () => {
  const { id } = await give();
  const done = await clerk.post<Action>(`applications/${id}/actions/statuses`, {
    status: 'completed',
    note: 'Taʼmirlandi',
  });
  expect((await read(id)).tasks).toMatchObject([{ state: 'done', result_action_id: done.body.id }]);
});

test('forwards without a day block nothing, and end when they are forwarded again', async () => {
  const { id } = await give(null);
  await clerk.upload(`applications/${id}/actions/forwards`, { receiver_id: giverId });
  expect((await read(id)).tasks.map(({ state, due_at }) => [state, due_at])).toEqual([
    ['closed', null],
    ['open', null],
  ]);
  const done = await clerk.post(`applications/${id}/actions/statuses`, {
    status: 'completed',
    note: 'Boʻldi',
  });
  expect(done.status).toBe(201);
});
