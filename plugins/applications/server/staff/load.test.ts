import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import type { Load } from '../../contract/load.ts';
import ru from '../../../../locales/ru/applications.json' with { type: 'json' };
import uz from '../../../../locales/uz/applications.json' with { type: 'json' };

const texts = { uz: uz.load, ru: ru.load };
const timeZone = 'Asia/Tashkent';
const dayMs = 86_400_000;

let server: TestServer;
let chief: ApiClient;
/** Has access to two neighbourhoods. */
let head: ApiClient;
const ownIds = [1, 2];

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins'], demo: true });
  chief = await server.signIn('superadmin');
  const permissions = ['application_receiver', 'application_head'];
  head = await server.signIn({ permissions, neighborhoodIds: ownIds });
  await addTasks();
}, 120_000);
afterAll(() => server?.close());

/** Gives every fourth open application a task of every second receiver; every third task is done. */
async function addTasks(): Promise<void> {
  const { rows } = await sql<{ id: number; receiver_id: number }>`
    select id, receiver_id from applications where status = 'accepted' and receiver_id is not null order by id`.execute(
    server.database,
  );
  const given = rows.filter((_, index) => index % 4 === 0);
  for (const [index, { id, receiver_id }] of given.entries()) {
    await sql`
      with action as (
        insert into application_actions (application_id, type, message, receiver_id, sender_id)
        values (${id}, 'forward', 'Koʻring', ${receiver_id}, ${receiver_id}) returning id
      )
      insert into application_tasks (application_id, action_id, admin_id, state, ended_at)
      select ${id}, id, ${receiver_id}, ${index % 3 === 2 ? 'closed' : 'open'}, ${index % 3 === 2 ? new Date() : null}
      from action`.execute(server.database);
  }
}

interface ApplicationRow {
  readonly id: number;
  readonly neighborhood_id: number;
  readonly status: string;
  readonly receiver_id: number | null;
  readonly created_at: Date;
  readonly status_at: Date;
  readonly cancel_time: Date;
}

/** The workload of each receiver, counted row by row. */
async function countSlowly(ids: readonly number[] | null) {
  const { rows: all } = await sql<ApplicationRow>`select * from applications`.execute(server.database);
  const { rows: tasks } = await sql<{ application_id: number; admin_id: number; state: string }>`
    select application_id, admin_id, state from application_tasks`.execute(server.database);
  const cases = all.filter(({ neighborhood_id }) => ids === null || ids.includes(neighborhood_id));
  const now = Date.now();
  const near = new Date(`${addDays(dayAt(now, timeZone), 4)}T00:00:00+05:00`).getTime();
  const metricsOf = (id: number | null) => {
    const own = cases.filter(({ receiver_id }) => receiver_id === id);
    const open = own.filter(({ status }) => ['created', 'accepted'].includes(status));
    const times = open.map(({ cancel_time }) => new Date(cancel_time).getTime());
    return {
      open: open.length,
      due: times.filter((time) => time >= now && time < near).length,
      late: times.filter((time) => time < now).length,
    };
  };
  const personOf = (id: number) => {
    const answered = cases
      .filter(({ receiver_id, status }) => receiver_id === id && ['completed', 'rejected'].includes(status))
      .filter(({ status_at }) => new Date(status_at).getTime() >= now - 30 * dayMs)
      .map((one) => (new Date(one.status_at).getTime() - new Date(one.created_at).getTime()) / 1000)
      .toSorted((a, b) => a - b);
    const middle = (answered.length - 1) / 2;
    const [low = 0, high = 0] = [answered[Math.floor(middle)], answered[Math.ceil(middle)]];
    const isOwn = ({ application_id }: { application_id: number }) =>
      cases.some((one) => one.id === application_id);
    return {
      ...metricsOf(id),
      tasks: tasks.filter((task) => task.admin_id === id && task.state === 'open' && isOwn(task)).length,
      done: answered.length,
      median: answered.length === 0 ? null : Math.round((low + high) / 2),
    };
  };
  return { personOf, nobody: metricsOf(null) };
}

test.each(['the whole city', 'two neighbourhoods'])('matches a slow count: %s', async (area) => {
  const [api, ids] = area === 'the whole city' ? [chief, null] : [head, ownIds];
  const { body } = await api.get<Load>('applications/load');
  const slow = await countSlowly(ids);
  expect(body.nobody).toEqual(slow.nobody);
  expect(body.people.length).toBeGreaterThan(2);
  for (const { admin, open, due, late, tasks, done, median } of body.people) {
    const { median: expected, ...metrics } = slow.personOf(Number(admin.id));
    expect({ open, due, late, tasks, done }, admin.last_name).toEqual(metrics);
    if (expected === null) expect(median).toBeNull();
    else expect(Math.abs((median ?? 0) - expected)).toBeLessThanOrEqual(1);
  }
  const sum = (key: 'open' | 'due' | 'late' | 'tasks' | 'done') =>
    body.people.reduce((total, row) => total + row[key], 0);
  for (const key of ['open', 'late', 'tasks', 'done'] as const) expect(sum(key), key).toBeGreaterThan(0);
  // Most overdue first, then most open.
  const order = body.people.map(({ late, open }) => late * 1000 + open);
  expect(order).toEqual(order.toSorted((a, b) => b - a));
});

test.each(['uz', 'ru'] as const)('the file contains the data of the page, in %s', async (language) => {
  const { people, nobody } = (await head.get<Load>('applications/load')).body;
  const headers = { authorization: head.token ?? '', 'accept-language': language };
  const response = await fetch(`${server.url}/api/uz/applications/load/export`, { headers });
  expect(response.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(sheets).toHaveLength(1);
  const [titles, ...rows] = sheets[0]?.rows ?? [];
  expect(titles).toHaveLength(8);
  expect(titles?.[2]).toBe(texts[language].columns.open);
  const expected = people.map(({ admin, role, median, ...row }) => [
    `${admin.last_name} ${admin.first_name}`,
    role[language]?.name,
    row.open,
    row.due,
    row.late,
    row.tasks,
    row.done,
    median === null ? null : Math.round((median / 86_400) * 10) / 10,
  ]);
  const filled = (cells: readonly unknown[] | undefined) =>
    Array.from({ length: 8 }, (_, index) => (cells?.[index] === '' ? null : (cells?.[index] ?? null)));
  expect(rows.slice(0, -1).map(filled)).toEqual(expected);
  expect(filled(rows.at(-1))).toEqual([
    texts[language].noReceiver,
    null,
    nobody.open,
    nobody.due,
    nobody.late,
    null,
    null,
    null,
  ]);
  const csv = await fetch(`${server.url}/api/uz/applications/load/export?format=csv`, { headers });
  expect((await csv.text()).trim().split('\n')).toHaveLength(people.length + 2);
});

test('a clerk sees neither the page nor the file', async () => {
  const clerk = await server.signIn({ permissions: ['application_receiver'], neighborhoodIds: ownIds });
  expect((await clerk.get('applications/load')).status).toBe(403);
  expect((await clerk.get('applications/load/export')).status).toBe(403);
});
