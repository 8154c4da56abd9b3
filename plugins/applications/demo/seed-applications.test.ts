import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { employmentStatuses, statuses, type ApplicationDetail, type ApplicationPage } from '../contract.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications', 'admins', 'notifications'], demo: true });
}, 60_000);

afterAll(() => server?.close());

it('seeds applications with matching counters, of every status and employment, some late', async () => {
  const api = await server.signIn('superadmin');
  const { body } = await api.get<ApplicationPage>('applications?limit=100');
  expect(body.length).toBe(412);
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) from applications group by status`.execute(server.database);
  for (const status of statuses) {
    expect(body.counts[status]).toBe(rows.find((row) => row.status === status)?.count);
    expect(body.counts[status]).toBeGreaterThan(5);
  }
  expect(body.counts.late).toBeGreaterThan(3);
  expect(new Set(body.items.map((item) => item.employment_status)).size).toBe(employmentStatuses.length);
});

it('creates consistent histories: ordered steps that end in the status', async () => {
  const api = await server.signIn('superadmin');
  const { rows } = await sql<{ id: number }>`
    select application_id as id from application_actions group by 1 order by count(*) desc limit 5`.execute(
    server.database,
  );
  for (const { id } of rows) {
    const { body } = await api.get<ApplicationDetail>(`applications/${id}`);
    const moments = body.actions.map((action) => action.createdAt);
    expect(moments).toEqual(moments.toSorted());
    const last = body.actions.findLast((action) => action.action_type === 'status');
    expect(last?.action_type === 'status' && last.status.status).toBe(body.status.status);
  }
});

it('attaches files that open', async () => {
  const api = await server.signIn('superadmin');
  const { rows } = await sql<{ id: number }>`
    select application_id as id from application_files where action_id is null limit 1`.execute(
    server.database,
  );
  const { body } = await api.get<ApplicationDetail>(`applications/${rows[0]?.id}`);
  const [file] = body.files;
  const answer = await fetch(new URL(file?.url ?? '', server.url));
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBe(file?.size);
});
