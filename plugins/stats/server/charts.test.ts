import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#kernel/domain/text/languages.ts';
import { formatDateTime, formatPhone, fullName, padId } from '#kernel/domain/text/index.ts';
import { random } from '#kernel/plugin-api/demo.ts';
import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { addDays } from '#kernel/domain/text/index.ts';
import { employmentStatuses, statuses, type Days } from '#plugins/applications/contract.ts';
import {
  applicationChartsSchema,
  metricKeys,
  type ApplicationCharts,
  type ApplicationStats,
} from '../contract.ts';
import { lengthOf } from './application/period.ts';

const timeZone = 'America/New_York';
const next = random(47);
const below = (limit: number) => Math.floor(next() * limit);

/** Times on both sides of midnight, and their days in that time zone. */
const moments: readonly (readonly [moment: string, day: string])[] = [
  ['2024-10-31T03:59:59.999Z', '2024-10-30'],
  ['2024-10-31T04:00:00.000Z', '2024-10-31'],
  ['2024-11-01T03:59:59.999Z', '2024-10-31'],
  ['2024-11-01T04:00:00.000Z', '2024-11-01'],
  // Clocks are set back on 3 November: that day has 25 hours.
  ['2024-11-03T04:00:00.000Z', '2024-11-03'],
  ['2024-11-04T04:59:59.999Z', '2024-11-03'],
  ['2024-11-04T05:00:00.000Z', '2024-11-04'],
  ['2024-12-01T04:59:59.999Z', '2024-11-30'],
  ['2024-12-01T05:00:00.000Z', '2024-12-01'],
];

/** Their order by Uzbek name differs from that by id. */
const neighborhoods = ['Zarafshon', 'Yoshlik', 'Bogʻishamol', 'Gulobod'];

/** The inserted data, for a reference implementation. */
interface Written {
  readonly day: string;
  readonly neighborhood: number;
  readonly status: (typeof statuses)[number];
  readonly employment: (typeof employmentStatuses)[number];
  readonly receiver: number | null;
  readonly deadline: string;
  /** When it was completed or rejected, and the day of that. */
  readonly moment: (typeof moments)[number];
}
const written: Written[] = [];

let server: TestServer;
let chief: ApiClient;
let receivers: { id: number; first_name: string; last_name: string }[];

beforeAll(async () => {
  server = await testServer({ plugins: ['stats'], deployment: { timeZone } });
  await server.jobs.stop('applications');
  for (const name of neighborhoods) {
    await sql`
      insert into neighborhoods (name_uz, name_ru, coords, color)
      values (${name}, ${`Махалля ${name}`}, '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(
      server.database,
    );
  }
  const names = [
    ['Lola', 'Tosheva'],
    ['Anvar', 'Ergashev'],
  ] as const;
  receivers = await Promise.all(
    names.map(async ([firstName, lastName]) => {
      const { id } = await server.createAdmin({ firstName, lastName });
      return { id, first_name: firstName, last_name: lastName };
    }),
  );
  // Some changes are compacted and some are not: a response has to combine both.
  await write(150);
  const { compactCounts } = await import('#plugins/applications/server/store/compaction.ts');
  const { compactSteps } = await import('#plugins/applications/server/store/compaction.ts');
  await server.database.transaction().execute((database) => compactCounts(database as never));
  await server.database.transaction().execute((database) => compactSteps(database as never, timeZone));
  await write(90);
  chief = await server.signIn({ role: 'super_admin' });
});
afterAll(() => server?.close());

/** Adds applications within two months and within a year around them, with the steps that led to their status. */
async function write(howMany: number): Promise<void> {
  const rows = Array.from({ length: howMany }, (): Written => {
    const day = below(3) > 0 ? addDays('2024-10-01', below(30)) : addDays('2024-01-01', below(365));
    const status = statuses[below(5)] ?? 'created';
    return {
      day,
      neighborhood: 1 + below(neighborhoods.length),
      status,
      employment: employmentStatuses[below(6)] ?? 'official',
      receiver: status === 'created' || below(4) === 0 ? null : (receivers[below(2)]?.id ?? null),
      deadline: `${below(2) === 0 ? addDays('2025-01-01', below(100)) : '2100-01-01'}T0${below(10)}:30:00.000Z`,
      moment: moments[below(moments.length)] ?? ['', ''],
    };
  });
  const given = rows.map((row, index) => ({
    ...row,
    moment: row.moment[0],
    index: written.length + index + 1,
  }));
  written.push(...rows);
  await sql`
    insert into applications (day, neighborhood_id, status, cancel_time, receiver_id, first_name, last_name, phone,
      employment_status, planned_assistance, search_key, created_at)
    select day, neighborhood, status, deadline, receiver, 'Anvar', 'Karimov', '998901234567', employment,
      'Yordam ' || index, ' karimov anvar', day::timestamp at time zone ${timeZone}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as one (day date, neighborhood bigint, status text,
      employment text, deadline timestamptz, receiver bigint, index int) order by index`.execute(
    server.database,
  );
  await sql`
    insert into application_actions (application_id, type, status, created_at)
    select index, 'status', step.status, step.at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as one (index bigint, status text, moment timestamptz)
    cross join lateral (values ('accepted', moment - interval '1 hour'), (one.status, moment)) as step (status, at)
    where one.status in ('completed', 'rejected') order by index, step.at`.execute(server.database);
}

/** Single days, months, parts of months, and all time. */
const spans: readonly (Days | null)[] = [
  null,
  { from: '2024-10-28', to: '2024-11-05' },
  { from: '2024-11-03', to: '2024-11-03' },
  { from: '2024-11-01', to: '2024-11-30' },
  { from: '2024-11-04', to: '2024-12-01' },
  { from: '2024-08-15', to: '2024-12-10' },
  { from: '2023-01-01', to: '2023-12-31' },
];
const isWithin = (day: string, days: Days | null) => days === null || (day >= days.from && day <= days.to);
const isOpen = ({ status }: Written) => status === 'created' || status === 'accepted';
const isLate = (one: Written) => isOpen(one) && one.deadline < '2100';

const queryOf = (days: Days | null, more: Record<string, string> = {}) =>
  new URLSearchParams({ ...(days ? { date_from: days.from, date_to: days.to } : {}), ...more }).toString();

async function chartsOf(query: string): Promise<ApplicationCharts> {
  const { status, body } = await chief.get<ApplicationCharts>(`stats/application-charts?${query}`);
  expect(status).toBe(200);
  return applicationChartsSchema.parse(body);
}

const namedSpans = spans.map((days) => [days ? `${days.from} to ${days.to}` : 'all days', days] as const);

describe.each(namedSpans)('charts of %s', (_span, days) => {
  it.each([
    ['the city', undefined],
    ['neighbourhood 2', 2],
    ['a neighbourhood that is not there', 77],
  ] as const)('equal a slow computation of %s', async (_where, neighborhood) => {
    const isInArea = (one: Written) => neighborhood === undefined || one.neighborhood === neighborhood;
    const here = written.filter(isInArea);
    const own = here.filter(({ day }) => isWithin(day, days));
    const narrowed: Record<string, string> = neighborhood ? { neighborhood: `${neighborhood}` } : {};
    const charts = await chartsOf(queryOf(days, narrowed));

    const bucketSize = days && lengthOf(days) <= 92 ? 'day' : 'month';
    const sinceOf = (day: string) => (bucketSize === 'day' ? day : `${day.slice(0, 7)}-01`);
    const flow = new Map<string, { since: string; arrived: number; completed: number }>();
    const at = (day: string) => {
      const point = flow.get(sinceOf(day)) ?? { since: sinceOf(day), arrived: 0, completed: 0 };
      flow.set(point.since, point);
      return point;
    };
    for (const { day } of own) at(day).arrived++;
    const completed = here.filter(
      ({ status, moment }) => status === 'completed' && isWithin(moment[1], days),
    );
    for (const { moment } of completed) at(moment[1]).completed++;
    expect(charts.bucket_size).toBe(bucketSize);
    expect(charts.flow.filter((point) => point.arrived + point.completed > 0)).toEqual(
      [...flow.values()].toSorted((one, other) => (one.since < other.since ? -1 : 1)),
    );
    if (days && bucketSize === 'day') expect(charts.flow).toHaveLength(lengthOf(days));

    expect(charts.employment).toEqual(
      employmentStatuses.map((employment_status) => ({
        employment_status,
        count: own.filter(({ employment }) => employment === employment_status).length,
      })),
    );
    const shown = [3, 4, 2, 1].filter((id) => neighborhood === undefined || id === neighborhood);
    expect(charts.neighborhoods).toEqual(
      shown.map((id) => {
        const there = own.filter((one) => one.neighborhood === id);
        const name = neighborhoods[id - 1] ?? '';
        return {
          neighborhood: { id, uz: { name }, ru: { name: `Махалля ${name}` } },
          total: there.length,
          completed: there.filter(({ status }) => status === 'completed').length,
          late: there.filter(isLate).length,
        };
      }),
    );
    const responsible = [...receivers, null].map((receiver) => {
      const late = own.filter((one) => isLate(one) && one.receiver === (receiver?.id ?? null));
      return { receiver, count: late.length, since: late.map(({ deadline }) => deadline).toSorted()[0] };
    });
    expect(charts.late).toEqual(
      responsible.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count),
    );
  });
});

describe('the workbook', () => {
  const days = { from: '2024-09-25', to: '2024-11-30' };
  const query = queryOf(days, { sort_by: 'createdAt', sort_order: 'asc' });

  async function tabsIn(language: Language): Promise<Map<string, unknown[][]>> {
    const response = await fetch(`${server.url}/api/uz/stats/application-stats/export?${query}`, {
      headers: { authorization: chief.token ?? '', 'accept-language': language },
    });
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    return new Map(sheets.map(({ name, rows }) => [name, rows]));
  }

  // Over 60 lines: one expectation for each sheet of one file.
  it.each(['uz', 'ru'] as const)('equals the page in %s, sheet by sheet', async (language) => {
    const translate = (key: string) => server.services.texts.find(language, key) ?? key;
    const columns = (...keys: string[]) => keys.map((key) => translate(`stats:sheet.columns.${key}`));
    const date = (day: string) => day.split('-').toReversed().join('.');
    const time = (moment: string | null) => moment && formatDateTime(moment, timeZone);
    const hours = (seconds: number) => expect.closeTo(seconds / 3600, 1) as number;

    const charts = await chartsOf(queryOf(days));
    const { body: page } = await chief.get<ApplicationStats>(`stats/application-stats?${query}&limit=100`);
    const { items } = page.applications;
    expect(items.length).toBeGreaterThan(90);
    expect(page.applications.length).toBe(written.filter(({ day }) => isWithin(day, days)).length);

    const tabs = await tabsIn(language);
    const names = ['metrics', 'flow', 'lengths', 'neighborhoods', 'employment', 'late', 'applications'];
    expect([...tabs.keys()]).toEqual(names.map((name) => translate(`stats:sheet.${name}`)));
    const tab = (name: string) => tabs.get(translate(`stats:sheet.${name}`)) ?? [];

    expect(tab('metrics').slice(0, 1 + metricKeys.length)).toEqual([
      columns('status', 'count', 'change'),
      ...metricKeys.map((key) => [
        translate(key === 'total' ? 'stats:cards.total' : `applications:status.${key}`),
        page.statuses[key].total,
        page.statuses[key].change_percent,
      ]),
    ]);
    const notes = JSON.stringify(tab('metrics').slice(1 + metricKeys.length));
    expect(notes).toContain('25.09.2024 – 30.11.2024');
    expect(tab('flow')).toEqual([
      columns('day', 'arrived', 'completed'),
      ...charts.flow.map(({ since, arrived, completed }) => [date(since), arrived, completed]),
    ]);
    expect(charts.lengths.map(({ status }) => status)).toEqual(['created', 'accepted']);
    expect(tab('lengths')).toEqual([
      columns('status', 'steps', 'median', 'p90'),
      ...charts.lengths.map(({ status, count, median, p90 }) => [
        translate(`applications:status.${status}`),
        count,
        hours(median),
        hours(p90),
      ]),
    ]);
    expect(tab('neighborhoods')).toEqual([
      columns('neighborhood', 'count', 'completed', 'late'),
      ...charts.neighborhoods.map(({ neighborhood, total, completed, late }) => [
        neighborhood[language].name,
        total,
        completed,
        late,
      ]),
    ]);
    expect(tab('employment')).toEqual([
      columns('employment', 'count'),
      ...charts.employment.map(({ employment_status, count }) => [
        translate(`applications:employment.${employment_status}`),
        count,
      ]),
    ]);
    expect(charts.late).toHaveLength(3);
    expect(tab('late')).toEqual([
      columns('receiver', 'count', 'lateSince'),
      ...charts.late.map(({ receiver, count, since }) => [
        receiver ? fullName(receiver) : translate('stats:charts.nobody'),
        count,
        time(since),
      ]),
    ]);
    const [header, ...listed] = tab('applications');
    expect(header).toHaveLength(10);
    expect(listed).toHaveLength(page.applications.length);
    expect(listed.slice(0, items.length)).toEqual(
      items.map((one) => [
        padId(one.id),
        time(one.createdAt),
        fullName(one.author),
        formatPhone(one.author.phone ?? ''),
        one.neighborhood[language].name,
        translate(`applications:status.${one.status.status}`),
        translate(`applications:employment.${one.employment_status}`),
        one.planned_assistance,
        time(one.cancel_time),
        one.receiver && fullName(one.receiver),
      ]),
    );
  });
});
