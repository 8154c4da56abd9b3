import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { random } from '#kernel/plugin-api/demo.ts';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { statuses, type ApplicationPage } from '../../contract.ts';
import { compactCounts } from './compaction.ts';
import { addNeighborhoods } from '../../../../tests/support/neighborhoods.ts';

let server: TestServer;

beforeAll(async () => {
  server = await testServer({ plugins: ['applications'] });
  await addNeighborhoods(server, 4);
}, 60_000);

afterAll(() => server?.close());

/** The counters of each neighbourhood, and an exact count, in one snapshot each. */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql`
    with maintained as (
      select neighborhood_id, status, grain, since, sum(count) as count from (
        select neighborhood_id, status, grain, since, count from application_counts
        union all
        select n, s, g.grain, g.since, delta from application_count_deltas
          cross join lateral (values (neighborhood_id), (0)) as of_n (n)
          cross join lateral (values (status), ('*')) as of_s (s)
          cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date), ('all', 'infinity'))
            as g (grain, since)
      ) as part group by neighborhood_id, status, grain, since having sum(count) <> 0
    ), counted as (
      select n as neighborhood_id, s as status, g.grain, g.since, count(*) from applications
        cross join lateral (values (neighborhood_id), (0)) as of_n (n)
        cross join lateral (values (status), ('*')) as of_s (s)
        cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date), ('all', 'infinity'))
          as g (grain, since)
      group by n, s, g.grain, g.since
    )
    (select * from maintained except select * from counted) union all (select * from counted except select * from maintained)
  `.execute(server.database);
  return rows;
}

it('counts exactly while two hundred changes run at once and their changes are compacted', async () => {
  const next = random(11);
  const below = (limit: number) => Math.floor(next() * limit);
  const chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  const running = new AbortController();
  const compacting = (async () => {
    while (!running.signal.aborted) {
      await server.services.database.transaction().execute((database) => compactCounts(database as never));
      expect(await differences()).toEqual([]);
    }
  })();

  async function change(): Promise<void> {
    const id = 1 + below(60);
    switch (below(4)) {
      case 0:
      case 1:
        await sql`
          insert into applications (day, neighborhood_id, status, cancel_time, first_name, last_name, employment_status,
            planned_assistance, search_key)
          values (date '2026-01-25' + ${below(20)}::int, ${1 + below(4)}, ${statuses[below(5)]},
            now() + ${below(60) - 30} * interval '1 hour', 'a', 'b', 'official', 'x', ' b a')`.execute(
          server.database,
        );
        return;
      case 2:
        await sql`
          update applications set status = ${statuses[below(5)]}, neighborhood_id = ${1 + below(4)} where id = ${id}
        `.execute(server.database);
        return;
      default:
        await sql`delete from applications where id = ${id}`.execute(server.database);
    }
  }
  await Promise.all(Array.from({ length: 200 }, change));
  running.abort();
  await compacting;

  const { body } = await chief.get<ApplicationPage>('applications');
  const { rows } = await sql<{ status: string; count: number; late: number }>`
    select status, count(*), count(*) filter (where cancel_time < now() and status in ('created', 'accepted')) as late
    from applications group by status`.execute(server.database);
  for (const { status, count } of rows) expect(body.counts[status as 'created']).toBe(count);
  expect(body.counts.all).toBe(rows.reduce((sum, row) => sum + row.count, 0));
  expect(body.counts.late).toBe(rows.reduce((sum, row) => sum + row.late, 0));
  await server.services.database.transaction().execute((database) => compactCounts(database as never));
  expect(await differences()).toEqual([]);
  const left = await sql`select from application_count_deltas`.execute(server.database);
  expect(left.rows).toEqual([]);
}, 60_000);

it('counts an application as late from its deadline on', async () => {
  const chief = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
  const late = async () => (await chief.get<ApplicationPage>('applications?status=late')).body;
  const before = await late();
  const { rows } = await sql<{ id: number }>`
    insert into applications (day, neighborhood_id, cancel_time, first_name, last_name, employment_status, planned_assistance,
      search_key)
    values (now()::date, 1, now() + interval '1 hour', 'a', 'b', 'official', 'x', ' b a') returning id
  `.execute(server.database);
  expect((await late()).length).toBe(before.length);
  await sql`update applications set cancel_time = now() + interval '1 second' where id = ${rows[0]?.id}`.execute(
    server.database,
  );
  await expect.poll(async () => (await late()).length).toBe(before.length + 1);
  const after = await late();
  expect([after.length, after.counts.late]).toEqual([before.length + 1, before.counts.late + 1]);
  expect(after.items[0]?.id).toBe(rows[0]?.id);
  await sql`update applications set status = 'completed' where id = ${rows[0]?.id}`.execute(server.database);
  expect((await late()).length).toBe(before.length);
});
