import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Action, Application, ApplicationDetail } from '../../contract.ts';
import type { Load } from '../../contract/load.ts';
import type { Absences, HandoverPlan } from '../../contract/staff.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';

const receiver = ['application_receiver'];
const today = dayAt(Date.now(), 'Asia/Tashkent');

let server: TestServer;
let chief: ApiClient;
/** Has access to neighbourhood 1 only. */
let head: ApiClient;
let headId: number;
let clerk: ApiClient;
let clerkId: number;
let colleague: ApiClient;
let colleagueId: number;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins', 'notifications'] });
  await addNeighborhoods(server, 2);
  chief = await server.signIn({ role: 'super_admin' });
}, 60_000);
afterAll(() => server?.close());

/** Each test has new admins, so that nobody is blocked or away. */
beforeEach(async () => {
  await sql`update admins set blocked = true where role_id in (select id from admin_roles where role = 'admin') or login = 'superadmin'`.execute(
    server.database,
  );
  await sql`truncate application_absences`.execute(server.database);
  await sql`update applications set status = 'canceled'`.execute(server.database);
  await sql`update application_tasks set state = 'closed', ended_at = coalesce(ended_at, now())`.execute(
    server.database,
  );
  const made = await Promise.all([
    server.createAdmin({ permissions: [...receiver, 'application_head'], neighborhoodIds: [1] }),
    server.createAdmin({ permissions: receiver, neighborhoodIds: [1] }),
    server.createAdmin({ permissions: receiver, neighborhoodIds: [1] }),
  ]);
  [headId, clerkId, colleagueId] = made.map(({ id }) => id) as [number, number, number];
  [head, clerk, colleague] = (await Promise.all(made.map(({ login }) => server.signIn(login)))) as [ApiClient, ApiClient, ApiClient]; // prettier-ignore
});

/** Creates an application and makes the clerk responsible. */
async function create(): Promise<number> {
  const { body } = await clerk.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
  });
  await clerk.post(`applications/${body.id}/actions/statuses`, { status: 'accepted' });
  return body.id;
}

const read = async (id: number) => (await head.get<ApplicationDetail>(`applications/${id}`)).body;
const away = (client: ApiClient, substitute: number, more: object = {}) =>
  client.post<ErrorBody>('applications/absences', { from: today, until: addDays(today, 3), substitute_id: substitute, ...more }); // prettier-ignore

test('during an absence the substitute gets new applications, and sees whom they replace', async () => {
  const id = await create();
  expect((await away(clerk, colleagueId)).status).toBe(201);
  const forwarded = await head.upload<Action>(`applications/${id}/actions/forwards`, { receiver_id: clerkId, due: addDays(today, 2) }); // prettier-ignore
  expect(forwarded.body).toMatchObject({ forward: { receiver: { id: colleagueId } } });
  const { receiver: now, tasks } = await read(id);
  expect(now?.id).toBe(colleagueId);
  expect(tasks).toMatchObject([{ admin: { id: colleagueId }, instead_of: { id: clerkId } }]);
});

test('an absence that has not begun, or has ended, changes nothing', async () => {
  const id = await create();
  await away(clerk, colleagueId, { from: addDays(today, 1), until: addDays(today, 4) });
  await head.upload(`applications/${id}/actions/forwards`, { receiver_id: clerkId });
  expect((await read(id)).receiver?.id).toBe(clerkId);
  expect((await away(clerk, colleagueId, { from: '2020-01-01', until: '2020-01-02' })).status).toBe(422);
});

test('a reopened application goes to the substitute of its receiver', async () => {
  const id = await create();
  await clerk.post(`applications/${id}/actions/statuses`, { status: 'completed', note: 'Boʻldi' });
  await away(clerk, colleagueId);
  await head.post(`applications/${id}/actions/statuses`, { status: 'accepted', note: 'Qayta' });
  expect((await read(id)).receiver?.id).toBe(colleagueId);
});

test('rejects circular substitutes, overlapping absences, and substitutes from elsewhere', async () => {
  const stranger = await server.createAdmin({ permissions: receiver, neighborhoodIds: [2] });
  const rejected = async (response: ReturnType<typeof away>) =>
    Object.keys((await response).body.fields ?? {});
  expect((await away(clerk, colleagueId)).status).toBe(201);
  expect(await rejected(away(colleague, clerkId))).toEqual(['substitute_id']);
  expect((await away(colleague, headId)).status).toBe(201);
  expect(await rejected(away(head, clerkId, { from: addDays(today, 3), until: addDays(today, 9) }))).toEqual(['substitute_id']); // prettier-ignore
  expect((await away(head, clerkId, { from: addDays(today, 4), until: addDays(today, 9) })).status).toBe(201);
  expect(await rejected(away(clerk, headId))).toEqual(['from']);
  expect(await rejected(away(clerk, stranger.id, { from: addDays(today, 20), until: addDays(today, 21) }))).toEqual(['substitute_id']); // prettier-ignore
});

test('a head records absences of staff within their area, a clerk only their own', async () => {
  expect((await away(head, colleagueId, { admin_id: clerkId })).status).toBe(201);
  expect((await away(colleague, headId, { admin_id: clerkId })).status).toBe(404);
  const wider = await server.createAdmin({ permissions: receiver, neighborhoodIds: [1, 2] });
  expect((await away(head, colleagueId, { admin_id: wider.id })).status).toBe(404);
  const { body } = await clerk.get<Absences>('applications/absences');
  expect(body.absences).toMatchObject([{ from: today, substitute: { id: colleagueId } }]);
  expect((await clerk.del(`applications/absences/${body.absences[0]?.id}`)).status).toBe(200);
});

test.each([
  ['blocked', () => chief.put(`admins/${clerkId}/block?blocked=true`, {})],
  ['removed', () => chief.del(`admins/${clerkId}`)],
] as const)(
  'the applications of an admin who is %s go to a colleague at once, with a step in each timeline',
  async (_, leave) => {
    const id = await create();
    await head.upload(`applications/${id}/actions/forwards`, {
      receiver_id: clerkId,
      due: addDays(today, 2),
    });
    // The colleague has the fewest.
    await sql`insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance, receiver_id, status, search_key)
    values (${today}, 1, 'A', 'B', 'unemployed', 'Tom', ${headId}, 'accepted', '')`.execute(server.database);
    expect((await leave()).status).toBe(200);
    const { receiver: now, tasks } = await read(id);
    expect([now?.id, tasks[0]?.admin.id, tasks[0]?.state]).toEqual([colleagueId, colleagueId, 'open']);
    await vi.waitFor(async () => expect((await read(id)).actions.at(-1)).toMatchObject({ action_type: 'forward', forward: { receiver: { id: colleagueId } } }), { timeout: 60_000 }); // prettier-ignore
    const { rows } =
      await sql`select type from notifications where admin_id = ${colleagueId} and type = 'handed_over'`.execute(
        server.database,
      );
    expect(rows).toHaveLength(1);
  },
);

test.each([
  ['is blocked', () => chief.put(`admins/${clerkId}/block?blocked=true`, {})],
  [
    'cannot open it after a transfer',
    (id: number) =>
      head.post(`applications/${id}/actions/transfers`, { neighborhood_id: 2, reason: 'Koʻchib oʻtdi' }),
  ],
] as const)('a task of an admin who %s goes to the receiver, who is notified', async (_, leave) => {
  const both = await server.createAdmin({ permissions: receiver, neighborhoodIds: [1, 2] });
  const id = await create();
  for (const receiver_id of [clerkId, both.id])
    await head.upload(`applications/${id}/actions/forwards`, { receiver_id });
  expect([200, 201]).toContain((await leave(id)).status);
  const reader = await server.signIn(both.login);
  const { tasks } = (await reader.get<ApplicationDetail>(`applications/${id}`)).body;
  expect(tasks.map(({ admin, state }) => [admin.id, state])).toEqual([
    [both.id, 'open'],
    [both.id, 'open'],
  ]);
  const { rows } = await sql`
    select payload from notifications where admin_id = ${both.id} and type = 'handed_over'`.execute(
    server.database,
  );
  expect(rows).toEqual([{ payload: { application_id: id, count: 1 } }]);
});

test('an application without a successor has no receiver, and is accepted like a new one', async () => {
  const id = await create();
  for (const other of [headId, colleagueId]) await chief.put(`admins/${other}/block?blocked=true`, {});
  await chief.put(`admins/${clerkId}/block?blocked=true`, {});
  const late = await server.signIn({ permissions: receiver, neighborhoodIds: [1] });
  expect((await late.get<ApplicationDetail>(`applications/${id}`)).body.receiver).toBeNull();
  expect((await late.post(`applications/${id}/actions/statuses`, { status: 'accepted' })).status).toBe(201);
  expect((await late.get<ApplicationDetail>(`applications/${id}`)).body.receiver).not.toBeNull();
});

test('the applications of an admin blocked before the job runs go to the chosen successor', async () => {
  const id = await create();
  // By the rule, the head would be chosen: the colleague has more.
  await sql`insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance, receiver_id, status, search_key)
    values (${today}, 1, 'A', 'B', 'unemployed', 'Tom', ${colleagueId}, 'accepted', '')`.execute(
    server.database,
  );
  const successors = [{ neighborhood_id: 1, successor_id: colleagueId }];
  await head.post('applications/handovers', { admin_id: clerkId, successors });
  await chief.put(`admins/${clerkId}/block?blocked=true`, {});
  expect((await read(id)).receiver?.id).toBe(colleagueId);
});

test('a head hands over applications to eligible colleagues, and the load shows how many each has', async () => {
  const ids = [await create(), await create()];
  await sql`update applications set cancel_time = now() - interval '1 day' where id = ${ids[0]}`.execute(
    server.database,
  );
  const loadOf = async (id: number) => (await head.get<Load>('applications/load')).body.people.find(({ admin }) => admin.id === id); // prettier-ignore
  expect(await loadOf(clerkId)).toMatchObject({ open: 2, late: 1, done: 0, median: null });
  const { body: plan } = await head.get<HandoverPlan>(`applications/handovers/${clerkId}`);
  expect(plan.places).toMatchObject([{ neighborhood: { id: 1 }, cases: 2, tasks: 0 }]);
  expect(plan.places[0]?.candidates.map(({ id }) => id).toSorted()).toEqual([headId, colleagueId].toSorted());
  const body = (successor_id: number, neighborhood_id = 1) => ({ admin_id: clerkId, successors: [{ neighborhood_id, successor_id }] }); // prettier-ignore
  expect((await head.post('applications/handovers', body(clerkId))).status).toBe(422);
  expect((await head.post('applications/handovers', body(colleagueId, 2))).status).toBe(422);
  expect((await clerk.post('applications/handovers', body(colleagueId))).status).toBe(403);
  expect((await head.post('applications/handovers', body(colleagueId))).body).toEqual({ total: 2, done: 0 });
  await vi.waitFor(async () => expect(await loadOf(colleagueId)).toMatchObject({ open: 2, late: 1 }), { timeout: 60_000 }); // prettier-ignore
  expect(await loadOf(clerkId)).toMatchObject({ open: 0 });
  await colleague.post(`applications/${ids[1]}/actions/statuses`, { status: 'completed', note: 'Boʻldi' });
  expect(await loadOf(colleagueId)).toMatchObject({ open: 1, done: 1, median: expect.any(Number) });
});

test('before a change of area or role, the plan lists the applications that the admin could no longer open', async () => {
  await create();
  await sql`insert into admin_neighborhoods (admin_id, neighborhood_id) values (${clerkId}, 2)`.execute(
    server.database,
  );
  await sql`insert into applications (day, neighborhood_id, first_name, last_name, employment_status, planned_assistance, receiver_id, status, search_key)
    values (${today}, 2, 'A', 'B', 'unemployed', 'Tom', ${clerkId}, 'accepted', '')`.execute(server.database);
  const roleWith = async (role: 'admin' | 'super_admin', permissions: readonly string[]) => {
    const { id } = await server.createAdmin({ role, permissions: [...permissions] });
    const found = await sql<{ role_id: number }>`select role_id from admins where id = ${id}`.execute(server.database); // prettier-ignore
    return found.rows[0]?.role_id ?? 0;
  };
  const [same, none, everywhere] = [await roleWith('admin', receiver), await roleWith('admin', []), await roleWith('super_admin', receiver)]; // prettier-ignore
  const wide = await server.signIn({
    permissions: [...receiver, 'application_head'],
    neighborhoodIds: [1, 2],
  });
  const lost = async (role: number, neighborhoods: string) => {
    const { status, body } = await wide.get<HandoverPlan>(`applications/handovers/${clerkId}?role_id=${role}&neighborhoods=${neighborhoods}`); // prettier-ignore
    return status === 200
      ? body.places.map(({ neighborhood }) => Number(neighborhood.id)).toSorted()
      : status;
  };
  expect(await lost(same, '1,2')).toEqual([]);
  expect(await lost(same, '1')).toEqual([2]);
  expect(await lost(same, '')).toEqual([1, 2]);
  expect(await lost(none, '1,2')).toEqual([1, 2]);
  expect(await lost(everywhere, '')).toEqual([]);
  expect(await lost(same, '1;2')).toBe(422);
  expect((await wide.get(`applications/handovers/${clerkId}?role_id=${same}`)).status).toBe(422);
});
