import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import { addDays, dayAt, formatDateTime } from '#kernel/domain/text/index.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import type { ApplicationSelection, BulkBatch, BulkDetail, BulkPreview } from '../../contract/bulk.ts';
import type { Action, Application, ApplicationDetail } from '../../contract.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';

const permissions = ['application_receiver'];
const tomorrow = addDays(dayAt(Date.now(), 'Asia/Tashkent'), 1);
const timeout = { timeout: 60_000, interval: 50 };

let server: TestServer;
let clerk: ApiClient;
let colleague: ApiClient;
let clerkId: number;
let colleagueId: number;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'notifications'] });
  await addNeighborhoods(server, 2);
  const one = await server.createAdmin({ permissions, neighborhoodIds: [1] });
  const other = await server.createAdmin({ permissions, neighborhoodIds: [1, 2] });
  [clerkId, colleagueId] = [one.id, other.id];
  [clerk, colleague] = await Promise.all([server.signIn(one.login), server.signIn(other.login)]);
}, 60_000);
afterAll(() => server?.close());

async function create(neighborhoodId = 1): Promise<number> {
  const { body } = await colleague.upload<Application>('applications', {
    neighborhood_id: neighborhoodId,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
    first_name: 'Anvar',
    last_name: 'Karimov',
  });
  return body.id;
}

const createSome = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let made = 0; made < count; made++) ids.push(await create());
  return ids;
};
const statusOf = async (id: number) =>
  (await colleague.get<ApplicationDetail>(`applications/${id}`)).body.status.status;
const accept = (id: number) =>
  clerk.post<Action>(`applications/${id}/actions/statuses`, { status: 'accepted' });

async function run(body: object, api = clerk): Promise<BulkDetail> {
  const started = await api.post<BulkBatch>('applications/batches', body);
  expect(started.status).toBe(201);
  return vi.waitFor(async () => {
    const { body: now } = await api.get<BulkDetail>(`applications/batches/${started.body.id}`);
    expect(now.state).not.toBe('running');
    return now;
  }, timeout);
}

/**
 * A new application, an accepted one, an answered one, one with another admin's task, and one outside the
 * clerk's area.
 */
async function mixed() {
  const [fresh = 0, accepted = 0, answered = 0, tasked = 0] = await createSome(4);
  const outside = await create(2);
  for (const id of [accepted, answered, tasked]) await accept(id);
  await clerk.post(`applications/${answered}/actions/statuses`, { status: 'completed', note: 'Berildi' });
  await clerk.upload(`applications/${tasked}/actions/forwards`, { receiver_id: colleagueId, due: tomorrow });
  return { fresh, accepted, answered, tasked, outside };
}

test('the preview counts for each kind who is eligible and who is not, with reasons and possible receivers', async () => {
  const chosen = await mixed();
  const { body } = await clerk.post<BulkPreview>('applications/batches/preview', {
    ids: Object.values(chosen),
  });
  expect(body.total).toBe(5);
  const kinds = Object.fromEntries(body.kinds.map(({ kind, ...rest }) => [kind, rest]));
  const reasons = (kind: string) =>
    Object.fromEntries((kinds[kind]?.problems ?? []).map(({ problem, count }) => [problem, count]));
  expect(kinds['accept']?.can).toBe(1);
  expect(reasons('accept')).toEqual({ already_accepted: 2, is_completed: 1, not_found: 1 });
  expect(kinds['complete']?.can).toBe(1);
  expect(reasons('complete')).toEqual({ is_created: 1, is_completed: 1, tasks_open: 1, not_found: 1 });
  expect(kinds['forward']?.can).toBe(3);
  expect(reasons('forward')).toEqual({ is_completed: 1, not_found: 1 });
  expect(kinds['reopen']?.can).toBe(1);
  // Super admins last.
  const receivers = body.receivers.map(({ id, can, is_away }) => ({ id, can, is_away }));
  expect(receivers.slice(0, 2)).toEqual([
    { id: clerkId, can: 3, is_away: false },
    { id: colleagueId, can: 3, is_away: false },
  ]);
  expect(receivers).toHaveLength(3);
});

test('accepts with a step in each timeline, its audit entry by the clerk, and reasons for the others', async () => {
  const chosen = await mixed();
  const report = await run({ kind: 'accept', ids: Object.values(chosen) });
  expect(report).toMatchObject({ state: 'done', total: 5, done: 1, failed: 4 });
  expect(report.failures).toEqual(
    expect.arrayContaining([
      { application_id: chosen.accepted, problem: 'already_accepted' },
      { application_id: chosen.answered, problem: 'is_completed' },
      { application_id: chosen.outside, problem: 'not_found' },
    ]),
  );
  const { body: after } = await clerk.get<ApplicationDetail>(`applications/${chosen.fresh}`);
  expect(after).toMatchObject({ status: { status: 'accepted' }, receiver: { id: clerkId } });
  expect(after.actions).toHaveLength(1);
  expect(after.actions[0]).toMatchObject({ action_type: 'status', sender: { id: clerkId } });
  expect(await statusOf(chosen.outside)).toBe('created');
  const { rows } = await sql<{ admin_id: number; details: object }>`
    select admin_id, details from audit_log
    where action = 'applications.status.change' and subject_id = ${chosen.fresh}`.execute(server.database);
  expect(rows).toMatchObject([
    { admin_id: clerkId, details: { from: 'created', to: 'accepted', batch_id: report.id } },
  ]);
});

test('answers with the note, and ends open tasks of others only on request', async () => {
  const { tasked, accepted } = await mixed();
  const ids = [tasked, accepted];
  const rejected = await run({ kind: 'complete', ids, note: 'Yordam berildi' });
  expect(rejected).toMatchObject({ done: 1, failures: [{ application_id: tasked, problem: 'tasks_open' }] });
  const forced = await run({ kind: 'reject', ids: [tasked], note: 'Rad', close_tasks: true });
  expect(forced).toMatchObject({ done: 1, failed: 0 });
  const { body } = await clerk.get<ApplicationDetail>(`applications/${tasked}`);
  expect(body.tasks).toMatchObject([{ state: 'closed' }]);
  expect(body.status).toMatchObject({ status: 'rejected', note: 'Rad' });
  expect(await run({ kind: 'reopen', ids, note: 'Qayta' })).toMatchObject({ done: 2 });
});

test('forwards with a task each, and notifies the receiver once', async () => {
  const ids = await createSome(4);
  const report = await run({
    kind: 'forward',
    ids,
    receiver_id: colleagueId,
    message: 'Hammasini koʻring',
    due: tomorrow,
  });
  expect(report).toMatchObject({ done: 4, failed: 0, receiver: { id: colleagueId } });
  const { rows } = await sql<{ type: string; payload: object }>`
    select type, payload from notifications where admin_id = ${colleagueId}
      and payload ->> 'message' = 'Hammasini koʻring'`.execute(server.database);
  expect(rows).toMatchObject([{ type: 'forwards', payload: { application_id: ids[0], count: 4 } }]);
  const { body } = await colleague.get<ApplicationDetail>(`applications/${ids[3]}`);
  expect(body.tasks).toMatchObject([
    { state: 'open', admin: { id: colleagueId }, given_by: { id: clerkId } },
  ]);
  const outside = await create(2);
  const back = await run({ kind: 'forward', ids: [outside], receiver_id: clerkId }, colleague);
  expect(back.failures).toEqual([{ application_id: outside, problem: 'receiver_unfit' }]);
});

test('selects all results of a list, at most 5,000', async () => {
  const ids = await createSome(2);
  const { body } = await clerk.get<ApplicationSelection>('applications/selection?status=created&limit=1');
  expect(body.ids).toEqual(expect.arrayContaining(ids));
  expect(body.total).toBe(body.ids.length);
  const { body: elsewhere } = await clerk.get<ApplicationSelection>('applications/selection?neighborhood=2');
  expect(elsewhere).toEqual({ ids: [], total: 0 });
  const many = Array.from({ length: 5001 }, (_, index) => index + 1);
  expect((await clerk.post('applications/batches', { kind: 'accept', ids: many })).status).toBe(422);
  expect((await clerk.post('applications/batches', { kind: 'complete', ids, note: ' ' })).status).toBe(422);
  const past = { kind: 'forward', ids, receiver_id: colleagueId, due: '2020-01-01' };
  expect(await clerk.post<ErrorBody>('applications/batches', past)).toMatchObject({
    status: 422,
    body: { fields: { due: expect.any(String) } },
  });
});

test('a job belongs to its author, starts once, and ends when its author loses the right', async () => {
  const ids = await createSome(3);
  const key = { idempotencyKey: 'bulk-once' };
  const [one, two] = [
    await clerk.post<BulkBatch>('applications/batches', { kind: 'accept', ids }, key),
    await clerk.post<BulkBatch>('applications/batches', { kind: 'accept', ids }, key),
  ];
  expect(two.body.id).toBe(one.body.id);
  for (const path of ['', '/report']) {
    expect((await colleague.get(`applications/batches/${one.body.id}${path}`)).status).toBe(404);
  }
  expect((await colleague.post(`applications/batches/${one.body.id}/stop`)).status).toBe(404);
  const { body: listed } = await clerk.get<BulkBatch[]>('applications/batches');
  expect(listed.filter(({ id }) => id === one.body.id)).toHaveLength(1);
});

test('stops with the results so far, on request and when its author could make no call with the right', async () => {
  const ids = await createSome(3);
  // Keeps the nodes from running the jobs during the test.
  const batches = await server.database.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(4607003, hashtext('applications.bulk'))`.execute(holder);
    const first = await clerk.post<BulkBatch>('applications/batches', { kind: 'accept', ids });
    const end = await clerk.post<BulkBatch>(`applications/batches/${first.body.id}/stop`);
    expect(end.body).toMatchObject({ state: 'stopped', done: 0 });
    const made = [first.body.id];
    // The columns that are set by a block, by a reset of the password, and by one of the second factors.
    for (const column of ['blocked', 'must_change_password', 'must_enrol']) {
      const leaving = await server.createAdmin({ permissions, neighborhoodIds: [1] });
      const api = await server.signIn(leaving.login);
      made.push((await api.post<BulkBatch>('applications/batches', { kind: 'accept', ids })).body.id);
      await sql`update admins set ${sql.ref(column)} = true where id = ${leaving.id}`.execute(
        server.database,
      );
    }
    return made;
  });
  await vi.waitFor(async () => {
    const { rows } = await sql<{ state: string }>`
      select state from application_batches where id = any(${batches}::bigint[])`.execute(server.database);
    expect(rows.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped', 'stopped']);
  }, timeout);
  for (const id of ids) expect(await statusOf(id)).toBe('created');
});

test('gives up an application at which the server was killed six times, and does the others', async () => {
  const ids = await createSome(3);
  const [broken] = ids;
  const id = await server.database.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(4607003, hashtext('applications.bulk'))`.execute(holder);
    const { body } = await clerk.post<BulkBatch>('applications/batches', { kind: 'accept', ids });
    await sql`
      insert into batch_attempts (batches, batch_id, subject_id, attempts)
      values ('application_batches', ${body.id}, ${broken}, 6)`.execute(server.database);
    return body.id;
  });
  await vi.waitFor(async () => {
    const { body } = await clerk.get<BulkDetail>(`applications/batches/${id}`);
    expect(body).toMatchObject({ state: 'done', done: 2, failed: 1 });
    expect(body.failures).toEqual([{ application_id: broken, problem: 'internal' }]);
  }, timeout);
  const { rows } = await sql`select from batch_attempts where batch_id = ${id}`.execute(server.database);
  expect(rows).toEqual([]);
});

test('does the others while an application times out', async () => {
  const ids = await createSome(3);
  await sql`
    create function bulk_time_out() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(
    server.database,
  );
  await sql`
    create trigger bulk_time_out before insert on application_actions for each row
    when (new.application_id = ${sql.lit(ids[0])}) execute function bulk_time_out()`.execute(server.database);
  try {
    const { body: started } = await clerk.post<BulkBatch>('applications/batches', { kind: 'accept', ids });
    await vi.waitFor(async () => {
      const { body } = await clerk.get<BulkDetail>(`applications/batches/${started.id}`);
      expect(body).toMatchObject({ state: 'running', done: 2, failed: 0 });
    }, timeout);
    await clerk.post(`applications/batches/${started.id}/stop`);
  } finally {
    await sql`drop function bulk_time_out() cascade`.execute(server.database);
  }
});

test('shows its progress on the screens of its author, and gives a report with each application', async () => {
  const ids = await createSome(2);
  await accept(ids[1] ?? 0);
  const { received, stop } = await listenAs(server, clerk, 'application_batch');
  const { id } = await run({ kind: 'accept', ids });
  await vi.waitFor(() => expect(received.at(-1)).toEqual({ id, total: 2, done: 1, failed: 1 }), timeout);
  stop();
  const text = await reportOf(id);
  expect(text).toContain('Karimov Anvar');
  expect(text.trim().split('\n')).toHaveLength(3);
  const { body } = await clerk.get<ApplicationDetail>(`applications/${ids[0]}`);
  expect(text).toContain(formatDateTime(body.actions[0]?.createdAt ?? '', 'Asia/Tashkent'));
});

async function reportOf(id: number): Promise<string> {
  const response = await clerk.get<string>(`applications/batches/${id}/report?format=csv`);
  expect(response.status).toBe(200);
  return String(response.body);
}
