import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayAt } from '#kernel/domain/text/index.ts';
import { random } from '#kernel/plugin-api/demo.ts';
import { type ApiClient, listenAs, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { employmentStatuses, statuses } from '#plugins/applications/contract.ts';
import {
  applicationChartsSchema,
  applicationStatsSchema,
  metricKeys,
  neighborhoodStatsSchema,
  type ApplicationCharts,
  type ApplicationStats,
  type LocationCounts,
  type NeighborhoodStats,
} from '../contract.ts';
import { changePercent } from './application/application-routes.ts';
import { periodOf, type PeriodQuery } from './application/period.ts';
import { addNeighborhoods } from '../../../tests/support/neighborhoods.ts';

const timeZone = 'Asia/Tashkent';
const next = random(23);
const below = (limit: number) => Math.floor(next() * limit);

let server: TestServer;
let chief: ApiClient;
let receiver: number;

/** The inserted data, for the reference implementation. */
interface Written {
  readonly day: string;
  readonly neighborhood: number;
  readonly status: (typeof statuses)[number];
  readonly employment: (typeof employmentStatuses)[number];
  readonly isLate: boolean;
}
const written: Written[] = [];

async function insert(howMany: number): Promise<void> {
  const today = dayAt(Date.now(), timeZone);
  const rows = Array.from({ length: howMany }, () => {
    const row = {
      day: addDays(today, -Math.floor(next() ** 2 * 800)),
      neighborhood: 1 + below(4),
      status: statuses[below(5)] ?? 'created',
      employment: employmentStatuses[below(6)] ?? 'official',
      // No deadline passes while the tests run.
      hours: (below(2) === 0 ? -1 : 1) * (1 + below(100)),
    };
    const isOpen = row.status === 'created' || row.status === 'accepted';
    written.push({ ...row, isLate: isOpen && row.hours < 0 });
    return row;
  });
  await sql`
    insert into applications (day, neighborhood_id, status, cancel_time, receiver_id, first_name, last_name,
      employment_status, planned_assistance, search_key, created_at)
    select day, neighborhood, status, now() + hours * interval '1 hour', case when status <> 'created' then ${receiver}::bigint end,
      'Anvar', 'Karimov', employment, 'Yordam', ' karimov anvar', day::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (day date, neighborhood bigint, status text,
      employment text, hours int)`.execute(server.database);
}

beforeAll(async () => {
  server = await testServer({ plugins: ['stats'], deployment: { timeZone } });
  await server.jobs.stop('applications');
  await addNeighborhoods(server, 4);
  await sql`
    insert into streets (neighborhood_id, name_uz, name_ru) select i, 'Koʻcha', 'Улица' from generate_series(1, 3) as i
  `.execute(server.database);
  await sql`
    insert into household_categories (name_uz, name_ru, color) values ('A', 'А', '#1d5fd1'), ('B', 'Б', '#d1401d')
  `.execute(server.database);
  receiver = (await server.createAdmin({ firstName: 'Lola', lastName: 'Tosheva' })).id;
  // Some changes are compacted and some are not: a response has to combine both.
  await insert(500);
  const { compactCounts } = await import('#plugins/applications/server/store/compaction.ts');
  await server.database.transaction().execute((database) => compactCounts(database as never));
  await insert(200);
  chief = await server.signIn({ role: 'super_admin' });
}, 90_000);
afterAll(() => server?.close());

function countSlowly(period: { from: string; to: string } | null, neighborhood: number | undefined) {
  const own = written.filter(
    (one) =>
      (neighborhood === undefined || one.neighborhood === neighborhood) &&
      (period === null || (one.day >= period.from && one.day <= period.to)),
  );
  return Object.fromEntries(
    metricKeys.map((key) => [
      key,
      own.filter((one) => key === 'total' || (key === 'late' ? one.isLate : one.status === key)).length,
    ]),
  );
}

const today = () => dayAt(Date.now(), timeZone);
const periods: readonly PeriodQuery[] = [
  { timeFilter: 'all' },
  { timeFilter: 'today' },
  { timeFilter: 'month' },
  { timeFilter: 'year' },
  { timeFilter: 'custom', date_from: addDays(today(), -400), date_to: addDays(today(), -37) },
  { date_from: addDays(today(), -64), date_to: addDays(today(), -64) },
  { date_from: addDays(today(), -31) },
  { timeFilter: 'custom', date_to: addDays(today(), -200) },
];
const queryOf = (period: object) => new URLSearchParams(period as Record<string, string>).toString();

describe('application statistics', () => {
  it.each(periods)('equal a slow count: %o', async (period) => {
    for (const neighborhood of [undefined, 2, 999]) {
      const narrowed = neighborhood === undefined ? {} : { neighborhood: String(neighborhood) };
      const { status, body } = await chief.get<ApplicationStats>(
        `stats/application-stats?${queryOf({ ...period, ...narrowed })}`,
      );
      expect(status).toBe(200);
      applicationStatsSchema.parse(body);
      const { days, now, before } = periodOf(period, today());
      const shown = countSlowly(days, neighborhood);
      const compared = [countSlowly(now, neighborhood), countSlowly(before, neighborhood)] as const;
      for (const key of metricKeys) {
        expect.soft(body.statuses[key], `${key} in ${neighborhood}`).toEqual({
          total: shown[key],
          change_percent: changePercent(compared[0][key] ?? 0, compared[1][key] ?? 0),
        });
      }
      expect(body.applications.length).toBe(shown['total']);
      expect(body.applications.limit).toBe(30);
      expect(body.applications.total_pages).toBe(Math.ceil((shown['total'] ?? 0) / 30));
    }
  });

  it('lists every application of a period once, for any order, status and page', async () => {
    const period = { date_from: addDays(today(), -90), date_to: addDays(today(), -3) };
    for (const sort_by of ['createdAt', 'neighborhood', 'status']) {
      for (const sort_order of ['asc', 'desc']) {
        for (const status of [undefined, 'completed', 'late']) {
          const seen: number[] = [];
          const narrowed = status === undefined ? {} : { status };
          for (let page = 1; ; page++) {
            const query = queryOf({
              ...period,
              ...narrowed,
              sort_by,
              sort_order,
              limit: '10',
              page: String(page),
            });
            const { body } = await chief.get<ApplicationStats>(`stats/application-stats?${query}`);
            seen.push(...body.applications.items.map(({ id }) => id));
            if (page >= body.applications.total_pages) break;
          }
          const { rows } = await sql<{ id: number }>`
            select id from applications where day between ${period.date_from}::date and ${period.date_to}::date
              and (${status ?? null}::text is null or status = ${status ?? null}
                or (${status ?? null} = 'late' and status in ('created', 'accepted') and cancel_time < now()))
          `.execute(server.database);
          expect(seen.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b));
        }
      }
    }
  });

  it('finds by a text within the period', async () => {
    const query = queryOf({ timeFilter: 'today', search: 'Каримов' });
    const { body } = await chief.get<ApplicationStats>(`stats/application-stats?${query}`);
    expect(body.applications.length).toBe(countSlowly({ from: today(), to: today() }, undefined)['total']);
  });

  it.each([
    'timeFilter=week',
    'date_from=2026-02-30',
    'date_from=1999-12-31',
    'date_from=2026-05-02&date_to=2026-05-01',
    'timeFilter=today&date_from=2026-05-02',
    'sort_by=salary',
    'sort_order=up',
    'limit=101',
    'page=0',
    'status=open',
    'neighborhood=0',
    'neighborhood=1;drop table applications',
    "status=created'--",
    'unknown=1',
    'timeFilter[]=all',
    `search=${'a'.repeat(201)}`,
  ])('rejects %s', async (query) => {
    expect((await chief.get(`stats/application-stats?${query}`)).status).toBe(422);
  });

  it.each(['uz', 'ru'] as const)('reports wrong dates in %s', async (language) => {
    const admin = await server.signIn({ role: 'super_admin' }, language);
    const { body } = await admin.get<{ fields: Record<string, string> }>(
      'stats/application-charts?date_from=2026-05-02&date_to=2026-05-01',
    );
    expect(body.fields['date_from']).not.toMatch(/stats:|dates_reversed/);
    expect(body.fields['date_from']).toMatch(language === 'uz' ? /sana/i : /дата/i);
  });
});

describe('charts', () => {
  it('add up to the cards', async () => {
    for (const period of periods) {
      const { body } = await chief.get<ApplicationCharts>(`stats/application-charts?${queryOf(period)}`);
      applicationChartsSchema.parse(body);
      const { days } = periodOf(period, today());
      const expected = countSlowly(days, undefined);
      const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
      expect(sum(body.flow.map(({ arrived }) => arrived))).toBe(expected['total']);
      expect(sum(body.employment.map((one) => one.count))).toBe(expected['total']);
      expect(sum(body.neighborhoods.map(({ total }) => total))).toBe(expected['total']);
      expect(sum(body.neighborhoods.map(({ completed }) => completed))).toBe(expected['completed']);
      expect(sum(body.late.map((one) => one.count))).toBe(expected['late']);
      for (const { employment_status, count: actual } of body.employment) {
        const own = written.filter(({ day, employment }) => {
          return employment === employment_status && (!days || (day >= days.from && day <= days.to));
        });
        expect(actual).toBe(own.length);
      }
    }
  });

  it('show the durations of statuses, compacted or not', async () => {
    const { rows } = await sql<{ id: number }>`select id from applications order by id limit 101`.execute(
      server.database,
    );
    // Accepted after 1 … 101 hours, answered after twice that time.
    const steps = rows.flatMap(({ id }, index) => [
      { id, status: 'accepted', hours: index + 1 },
      { id, status: 'completed', hours: 3 * (index + 1) },
    ]);
    const write = (chosen: readonly object[]) =>
      sql`
        insert into application_actions (application_id, type, status, created_at)
        select one.id, 'status', one.status, application.created_at + hours * interval '1 hour'
        from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as one (id bigint, status text, hours int)
        join applications as application on application.id = one.id`.execute(server.database);
    await write(steps.slice(0, 100));
    const { compactSteps } = await import('#plugins/applications/server/store/compaction.ts');
    await server.database.transaction().execute((database) => compactSteps(database as never, timeZone));
    await write(steps.slice(100));
    const { body } = await chief.get<ApplicationCharts>('stats/application-charts');
    const byStatus = new Map(body.lengths.map((one) => [one.status, one]));
    expect([...byStatus.keys()]).toEqual(['created', 'accepted']);
    expect(byStatus.get('created')?.count).toBe(101);
    const near = (actual: number | undefined, hours: number) =>
      expect(Math.abs((actual ?? 0) / 3600 / hours - 1)).toBeLessThan(0.06);
    near(byStatus.get('created')?.median, 51);
    near(byStatus.get('created')?.p90, 91);
    near(byStatus.get('accepted')?.median, 102);
    near(byStatus.get('accepted')?.p90, 182);
    expect(body.flow.reduce((sum, { completed }) => sum + completed, 0)).toBe(101);
  });

  it('name the responsible admin', async () => {
    const { body } = await chief.get<ApplicationCharts>('stats/application-charts');
    expect(body.late.map((one) => one.receiver?.last_name ?? null).toSorted()).toEqual(['Tosheva', null]);
  });
});

describe('a deployment in another time zone', () => {
  it('counts by its own days', async () => {
    const far = await testServer({ plugins: ['stats'], deployment: { timeZone: 'Pacific/Kiritimati' } });
    try {
      await sql`
        insert into neighborhoods (name_uz, name_ru, coords, color)
        values ('A', 'А', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(far.database);
      const taker = await far.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
      await taker.upload('applications', {
        neighborhood_id: 1,
        employment_status: 'official',
        planned_assistance: 'Yordam',
      });
      const { rows } = await sql<{ day: string }>`select day::text as day from applications`.execute(
        far.database,
      );
      expect(rows[0]?.day).toBe(dayAt(Date.now(), 'Pacific/Kiritimati'));
      const { body } = await taker.get<ApplicationStats>('stats/application-stats?timeFilter=today');
      expect(body.statuses.total.total).toBe(1);
    } finally {
      await far.close();
    }
  }, 60_000);
});

describe('the workbook', () => {
  it('is named by the day of its creation, and is audited', async () => {
    const response = await fetch(`${server.url}/api/uz/stats/application-stats/export?timeFilter=year`, {
      headers: { authorization: chief.token ?? '' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain(`-${today()}.xlsx`);
    await response.arrayBuffer();
    const { rows: audited } = await sql<{ count: number }>`
      select count(*) as count from audit_log where action = 'stats.application.export'`.execute(
      server.database,
    );
    expect(audited[0]?.count).toBe(1);
  });
});

describe('rights', () => {
  const calls = [
    'stats/location-counts',
    'stats/households-locations',
    'stats/neighborhoods',
    'stats/application-stats',
    'stats/application-charts',
    'stats/application-stats/export',
  ];
  it.each(calls)('require a super admin for %s', async (path) => {
    expect((await server.api().get(path)).status).toBe(401);
    const other = await server.signIn({
      role: 'admin',
      permissions: ['application_receiver', 'household_add', 'street_add'],
    });
    expect((await other.get(path)).status).toBe(403);
    expect((await chief.get(path)).status).toBe(200);
  });
});

describe('households', () => {
  it('are counted', async () => {
    await sql`
      insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number,
        able_to_work, unemployed, informal, latitude, longitude)
      select 1 + i % 3, 1 + i % 3, 1 + i % 2, 'apartment', i, 2, i % 2, 1, 41.5 + i * 0.001, 60.6 from generate_series(1, 12) as i
    `.execute(server.database);
    const counted = await chief.get<LocationCounts>('stats/location-counts');
    expect(counted.body).toEqual({ neighborhoods: 4, streets: 3, households: 12 });
    const { body } = await chief.get<NeighborhoodStats>('stats/neighborhoods');
    neighborhoodStatsSchema.parse(body);
    expect(body.items).toHaveLength(4);
    expect(body.items[0]).toMatchObject({ households: 4, able_to_work: 8, unemployed: 2, informal: 4 });
    expect(body.items.map(({ applications }) => applications)).toEqual(
      [1, 2, 3, 4].map((id) => countSlowly(null, id)['total']),
    );
    expect(body.items.map(({ late }) => late)).toEqual(
      [1, 2, 3, 4].map((id) => countSlowly(null, id)['late']),
    );
  });
});

describe('live updates', () => {
  it('notify super admins only of changed numbers', async () => {
    const taker = await server.signIn({ role: 'super_admin', permissions: ['application_receiver'] });
    const other = await server.signIn({ role: 'admin', permissions: ['application_receiver'] });
    const actual = await listenAs(server, chief, 'stats_change');
    const untold = await listenAs(server, other, 'stats_change');
    try {
      const { rows } = await sql<{ id: number }>`
        select id from applications where status = 'created' order by id desc limit 1`.execute(
        server.database,
      );
      const path = `applications/${rows[0]?.id ?? 0}`;
      await taker.get(path);
      const { status } = await taker.post(`${path}/actions/statuses`, { status: 'accepted' });
      expect(status).toBe(201);
      await expect.poll(() => actual.received).toEqual([{ topic: 'applications' }]);
      expect(untold.received).toEqual([]);
    } finally {
      actual.stop();
      untold.stop();
    }
  });
});
