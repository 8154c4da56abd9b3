import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { Action, Application, ApplicationDetail } from '../../contract.ts';
import type { ApplicationDeadline } from '../../contract/deadlines.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';

const permissions = ['application_receiver'];
const day = 86_400_000;

let server: TestServer;
let operator: ApiClient;
let head: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'notifications'] });
  await addNeighborhoods(server, 2);
  operator = await server.signIn({ permissions, neighborhoodIds: [1] });
  head = await server.signIn({ permissions: [...permissions, 'application_head'], neighborhoodIds: [1] });
  stranger = await server.signIn({ permissions: [...permissions, 'application_head'], neighborhoodIds: [2] });
}, 60_000);
afterAll(() => server?.close());

async function create(): Promise<number> {
  const { body } = await operator.upload<Application>('applications', {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
  });
  return body.id;
}

const read = async (id: number, as = operator) =>
  (await as.get<ApplicationDeadline>(`applications/${id}/deadline`)).body;
const change = (id: number, kind: string, as = operator) =>
  as.post<Action & ErrorBody>(`applications/${id}/deadline`, { kind, reason: 'Hujjatlar soʻraldi' });
const extend = (id: number, days: number, as = head) =>
  as.post<Action & ErrorBody>(`applications/${id}/deadline/extension`, {
    days,
    reason: 'Komissiya kutilmoqda',
    citizen_notified: true,
  });
const setStatus = (id: number, status: string, note?: string) =>
  operator.post(`applications/${id}/actions/statuses`, note ? { status, note } : { status });
/** The days between two times. */
const daysFrom = (from: string | null | undefined, to: string | null | undefined) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / day;

test('further study gives a month from the arrival, once, with its reason in the timeline', async () => {
  const id = await create();
  const before = await read(id);
  expect([daysFrom(before.since, before.until), daysFrom(before.since, before.may.study)]).toEqual([15, 30]);
  const { status, body } = await change(id, 'study');
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ message: { message: 'Hujjatlar soʻraldi' } }),
  ]);
  const { body: application } = await operator.get<ApplicationDetail>(`applications/${id}`);
  expect(daysFrom(application.createdAt, application.cancel_time)).toBe(30);
  const after = await read(id);
  expect(after).toMatchObject({ first: before.until, until: before.may.study, may: { study: null } });
  expect(after.changes).toMatchObject([
    { kind: 'study', action_id: body.id, former: before.until, until: after.until },
  ]);
  const again = await change(id, 'study');
  expect([again.status, again.body.code]).toEqual([409, 'deadline_refused']);
});

test('a head extends the deadline once, by no more than the deployment allows', async () => {
  const id = await create();
  await change(id, 'study');
  expect((await extend(id, 10, operator)).status).toBe(403);
  expect((await extend(id, 10, stranger)).status).toBe(404);
  const tooLong = await extend(id, 31);
  expect([tooLong.status, Object.keys(tooLong.body.fields ?? {})]).toEqual([422, ['days']]);
  const untold = await head.post(`applications/${id}/deadline/extension`, {
    days: 5,
    reason: 'x',
    citizen_notified: false,
  });
  expect(untold.status).toBe(422);
  expect((await read(id)).may.extension).toBeNull();
  expect((await read(id, head)).may.extension).toMatchObject({ days: 30 });
  expect((await extend(id, 10)).status).toBe(201);
  const deadline = await read(id, head);
  expect(daysFrom(deadline.since, deadline.until)).toBe(40);
  expect(daysFrom(deadline.since, deadline.first)).toBe(15);
  expect(deadline.may.extension).toBeNull();
  expect((await extend(id, 1)).status).toBe(409);
});

test('a transfer to another organisation is due five days after arrival, and is final', async () => {
  const id = await create();
  expect((await change(id, 'transfer')).status).toBe(201);
  const deadline = await read(id, head);
  expect(daysFrom(deadline.since, deadline.until)).toBe(5);
  expect(deadline.may).toEqual({ study: null, transfer: null, extension: null });
  expect((await change(id, 'study')).status).toBe(409);
});

test('a transfer makes no application late at once, and no late application timely', async () => {
  const ago = async (id: number, days: number) => {
    await sql`
      update applications set created_at = now() - ${days} * interval '1 day',
        cancel_time = now() + (15 - ${days}) * interval '1 day' where id = ${id}`.execute(server.database);
  };
  const seenLate = await create();
  await ago(seenLate, 9);
  expect((await change(seenLate, 'transfer')).status).toBe(201);
  expect(daysFrom(new Date().toISOString(), (await read(seenLate)).until)).toBeCloseTo(1, 2);
  const late = await create();
  await ago(late, 16);
  const { until } = await read(late);
  expect((await change(late, 'transfer')).status).toBe(201);
  expect((await read(late)).until).toBe(until);
});

test('an application that is reopened has a deadline of its own, with study and extension of its own', async () => {
  const id = await create();
  await setStatus(id, 'accepted');
  await extend(id, 30);
  await setStatus(id, 'completed', 'Yordam berildi');
  expect((await read(id, head)).may).toEqual({ study: null, transfer: null, extension: null });
  expect((await change(id, 'study')).status).toBe(409);
  await setStatus(id, 'accepted', 'Yana murojaat qilindi');
  const deadline = await read(id, head);
  // The clocks of the server and of its database differ slightly.
  expect(daysFrom(deadline.since, deadline.until)).toBeCloseTo(15, 4);
  expect(deadline.first).toBe(deadline.until);
  expect(deadline.changes.map(({ kind }) => kind)).toEqual(['extension', 'reopening']);
  expect(daysFrom(deadline.since, deadline.may.study)).toBe(30);
  expect(daysFrom(deadline.until, deadline.may.extension?.until)).toBe(30);
});

test('one of two concurrent changes succeeds', async () => {
  const id = await create();
  const both = await Promise.all([change(id, 'study'), change(id, 'study'), change(id, 'transfer')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

test('nobody outside of the area reads or changes a deadline', async () => {
  const id = await create();
  expect((await stranger.get(`applications/${id}/deadline`)).status).toBe(404);
  expect((await change(id, 'study', stranger)).status).toBe(404);
});
