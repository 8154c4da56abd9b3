import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import {
  type ApplicationDetail,
  type ApplicationHousehold,
  type ApplicationPage,
  employmentStatuses,
  statuses,
} from '../contract.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({
    plugins: ['applications', 'admins', 'notifications', 'households', 'intake'],
    demo: true,
  });
}, 60_000);

afterAll(() => server?.close());

it('seeds applications with matching counters, of every status and employment, some late', async () => {
  const api = await server.signIn('superadmin');
  const { body } = await api.get<ApplicationPage>('applications?limit=100');
  // Five were submitted by citizens.
  expect(body.length).toBe(417);
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
    select application_id as id from application_actions group by application_id order by count(*) desc limit 5`.execute(
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
  const response = await fetch(new URL(file?.url ?? '', server.url));
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(file?.size);
});

it('shows the households, earlier applications, blocks and duplicates of applicants', async () => {
  const api = await server.signIn('superadmin');
  const { rows } = await sql<{ id: number; citizen_id: number | null }>`
    select id, citizen_id from applications order by id`.execute(server.database);
  expect(rows.filter(({ citizen_id }) => citizen_id === null)).toEqual([]);

  const newest = rows.slice(-40);
  // One after another: under load the server rejects some of forty concurrent requests.
  const beside: ApplicationHousehold[] = [];
  for (const { id } of newest) {
    beside.push((await api.get<ApplicationHousehold>(`applications/${id}/household`)).body);
  }
  const isShown = (
    { items }: ApplicationHousehold,
    test: (earlier: number, isApplicant: boolean) => boolean,
  ) =>
    items.some(({ members }) =>
      members.some((member) => test(member.applications.items.length, member.is_applicant)),
    );
  expect(beside.every(({ items }) => items.length === 1)).toBe(true);
  expect(beside.filter((one) => isShown(one, (earlier, own) => own && earlier > 0)).length).toBeGreaterThan(
    8,
  );
  expect(beside.filter((one) => isShown(one, (earlier, own) => !own && earlier > 0)).length).toBeGreaterThan(
    8,
  );

  const blocked = await sql<{ reason: string | null }>`
    select block_reason as reason from users_v1_citizens where blocked`.execute(server.database);
  expect(blocked.rows.length).toBeGreaterThan(3);
  for (const { reason } of blocked.rows) expect(reason).toMatch(/\p{L}{3}/u);

  const twice = await sql<{ id: number }>`
    select id from users_v1_citizens where personal_number is null order by id`.execute(server.database);
  expect(twice.rows).toHaveLength(6);
  for (const { id } of twice.rows) {
    const { body } = await api.get<{ items: readonly unknown[] }>(`users/${id}/similar`);
    expect(body.items).toHaveLength(1);
  }
});

it('has a site with a key, and applications that were submitted online, some of them verified', async () => {
  const api = await server.signIn('superadmin');
  const { body: sites } = await api.get<readonly { applications: number }[]>('intake/sites');
  expect(sites).toMatchObject([{ applications: 1, revoked_at: null }]);
  const { rows } = await sql<{ id: number; source: string }>`
    select id, source from applications where source <> 'staff' order by id`.execute(server.database);
  expect(rows.map(({ source }) => source)).toEqual(['widget', 'widget', 'widget', 'widget', 'api']);
  const cases = await Promise.all(
    rows.map(
      async ({ id }) => (await api.get<{ verified_by: string | null }>(`intake/applications/${id}`)).body,
    ),
  );
  expect(cases.map(({ verified_by }) => verified_by)).toEqual(['one_id', 'phone', null, 'phone', null]);
});
