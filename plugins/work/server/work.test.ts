import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Application } from '#plugins/applications/contract.ts';
import type { Work } from '../contract.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

const permissions = ['application_receiver'];

let server: TestServer;
let clerk: ApiClient;
let colleague: ApiClient;
let clerkId: number;
let colleagueId: number;

beforeAll(async () => {
  server = await testServer({ plugins: ['work', 'applications', 'notifications'] });
  await addNeighborhoods(server, 2);
  const one = await server.createAdmin({ permissions, neighborhoodIds: [1] });
  const other = await server.createAdmin({ permissions, neighborhoodIds: [1, 2] });
  [clerkId, colleagueId] = [one.id, other.id];
  [clerk, colleague] = await Promise.all([server.signIn(one.login), server.signIn(other.login)]);
}, 60_000);
afterAll(() => server?.close());

beforeEach(async () => {
  await sql`update applications set status = 'canceled'`.execute(server.database);
});

/** Creates an application with `days` left until its deadline. */
async function create({
  days = 10,
  receiverId = null as number | null,
  neighborhoodId = 1,
} = {}): Promise<number> {
  const { body } = await colleague.upload<Application>('applications', {
    neighborhood_id: neighborhoodId,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
  });
  await sql`
    update applications set cancel_time = now() + ${days} * interval '1 day', receiver_id = ${receiverId},
      status = ${receiverId === null ? 'created' : 'accepted'} where id = ${body.id}`.execute(
    server.database,
  );
  return body.id;
}

async function groupsOf(
  of = clerk,
  query = '',
): Promise<Record<string, readonly [number, readonly number[]]>> {
  const { body } = await of.get<Work>(`work${query}`);
  return Object.fromEntries(
    body.groups.map(({ key, count, items }) => [key, [count, items.map(({ id }) => id)] as const]),
  );
}

test('each application is in the first matching group, the nearest deadline first', async () => {
  const receiverId = clerkId;
  const late = await create({ days: -1, receiverId });
  const later = await create({ days: -3, receiverId });
  const due = await create({ days: 2, receiverId });
  const open = await create({ receiverId });
  const requested = await create({ receiverId });
  const answered = await create({ receiverId, days: 11 });
  const untaken = await create();
  const untakenLate = await create({ days: -1 });
  await create({ receiverId: colleagueId });
  await create({ neighborhoodId: 2 });
  for (const id of [late, requested, answered]) {
    await colleague.upload(`applications/${id}/actions/messages`, { message: 'Xulosa tayyormi?' });
  }
  await clerk.upload(`applications/${answered}/actions/messages`, { message: 'Tayyor.' });
  expect(await groupsOf()).toEqual({
    late: [2, [later, late]],
    tasks: [0, []],
    due: [1, [due]],
    waiting: [1, [requested]],
    new: [2, [untakenLate, untaken]],
    open: [2, [open, answered]],
  });
});

test('a waiting item shows the author and the message, and ends with the answer', async () => {
  const id = await create({ receiverId: clerkId });
  await colleague.upload(`applications/${id}/actions/messages`, { message: 'Xulosa tayyormi?' });
  const { body } = await clerk.get<Work>('work?group=waiting');
  expect(body.groups.map(({ key }) => key)).toEqual(['waiting']);
  expect(body.groups[0]?.items[0]?.step).toMatchObject({
    message: 'Xulosa tayyormi?',
    sender: { id: colleagueId },
  });
  await clerk.upload(`applications/${id}/actions/messages`, { message: 'Ha.' });
  expect((await groupsOf())['waiting']).toEqual([0, []]);
});

test('counts are exact, regardless of the number of requested items', async () => {
  for (let index = 0; index < 5; index++) await create({ days: 4 + index, receiverId: clerkId });
  for (let index = 0; index < 4; index++) await create();
  const found = await groupsOf(clerk, '?limit=2');
  expect([found['open']?.[0], found['open']?.[1].length]).toEqual([5, 2]);
  expect([found['new']?.[0], found['new']?.[1].length]).toEqual([4, 2]);
});

test('an application outside of the admin’s area is not in their work', async () => {
  await create({ receiverId: clerkId, neighborhoodId: 2 });
  expect((await groupsOf())['open']).toEqual([0, []]);
});

test('accepting moves an application from the shared new ones to one’s own open ones', async () => {
  const id = await create();
  expect([(await groupsOf())['new'], (await groupsOf(colleague))['new']]).toEqual([
    [1, [id]],
    [1, [id]],
  ]);
  await clerk.post(`applications/${id}/actions/statuses`, { status: 'accepted' });
  expect([(await groupsOf())['open'], (await groupsOf(colleague))['new']]).toEqual([
    [1, [id]],
    [0, []],
  ]);
});

test('tasks given to an admin are a group of their own, ordered by due day, with author and reason', async () => {
  const later = await create({ receiverId: colleagueId });
  const first = await create({ receiverId: colleagueId, days: -1 });
  const path = (id: number) => `applications/${id}/actions/forwards`;
  await colleague.upload(path(later), { receiver_id: clerkId, message: 'Keyin', due: '2099-01-02' });
  await colleague.upload(path(first), { receiver_id: clerkId, message: 'Oldin', due: '2099-01-01' });
  expect(await groupsOf()).toMatchObject({ tasks: [2, [first, later]], late: [0, []], open: [0, []] });
  const { body } = await clerk.get<Work>('work?group=tasks');
  const [item] = body.groups[0]?.items ?? [];
  expect(item).toMatchObject({
    task: { due_at: '2099-01-01T13:00:00.000Z', instead_of: null },
    step: { message: 'Oldin', sender: { id: colleagueId } },
  });
  await clerk.upload(`applications/${first}/actions/results`, {
    task_id: item?.task?.id ?? 0,
    message: 'Koʻrildi',
  });
  expect(await groupsOf()).toMatchObject({ tasks: [1, [later]], late: [1, [first]] });
});

test('a task stays in the work of its holder, even if the application has another receiver', async () => {
  const id = await create({ receiverId: colleagueId });
  await colleague.upload(`applications/${id}/actions/forwards`, { receiver_id: clerkId, due: '2099-01-01' });
  await colleague.upload(`applications/${id}/actions/forwards`, {
    receiver_id: colleagueId,
    due: '2099-01-01',
  });
  expect((await groupsOf())['tasks']).toEqual([1, [id]]);
  await colleague.post(`applications/${id}/actions/statuses`, {
    status: 'completed',
    note: 'Boʻldi',
    close_tasks: true,
  });
  expect((await groupsOf())['tasks']).toEqual([0, []]);
});
