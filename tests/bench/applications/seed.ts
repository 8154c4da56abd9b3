import type pg from 'pg';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { familyNames, maleNames } from '#kernel/devtools/demo/names.ts';

/** Neighbourhoods and staff: three operators per neighbourhood, and one with access to five. */
const people = `
  insert into neighborhoods (name_uz, name_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, '[[41.5,60.6],[41.5,60.7],[41.6,60.7]]', '#0b7480' from generate_series(1, 40) as i;
  insert into admin_roles (role, permissions, name_uz, name_ru) values
    ('super_admin', '{application_receiver}', 'Bosh', 'Главный'), ('admin', '{application_receiver}', 'Operator', 'Оператор');
  insert into admins (login, password_hash, first_name, last_name, role_id)
    select 'bench' || i, '-', 'Ism ' || i, 'Familiya ' || i,
      (select id from admin_roles where role = case when i = 1 then 'super_admin' else 'admin' end
        and name_uz in ('Bosh', 'Operator'))
    from generate_series(1, 42) as i;
  insert into admin_neighborhoods (admin_id, neighborhood_id)
    select a.id, n.id from admins a, neighborhoods n
    where (a.login = 'bench2' and n.id <= 5)
      or (a.login ~ '^bench' and a.login not in ('bench1', 'bench2') and (n.id + substr(a.login, 6)::int) % 40 < 3);
  create table bench_bare (id bigint generated always as identity primary key, neighborhood_id bigint not null,
    employment_status text not null, salary text, planned_assistance text not null, created_at timestamptz not null default now());`;

/** Applications over 800 days; those of the last weeks are mostly open, older ones rarely. */
const applications = `
  insert into applications (day, neighborhood_id, status, status_at, first_name, last_name, father_name, phone,
    personal_number, passport_series, passport_number, author_neighborhood_id, employment_status, source,
    household_category_id, salary, planned_assistance, cancel_time, receiver_id, created_by, created_at, updated_at, search_key)
  select (at at time zone 'Asia/Tashkent')::date, n, status, at, ($3::text[])[given], ($4::text[])[family],
    ($3::text[])[father] || ' oʻgʻli', phone, pin, 'AB', passport,
    n, employment, source, nullif(category, 0), 'tikuvchilik', repeat('Tomni taʼmirlashga yordam kerak. ', 4), at + interval '15 days',
    case when status <> 'created' then receiver end, receiver, at, at,
    concat(' ', ($6::text[])[family], ' ', ($5::text[])[given], ' ', ($5::text[])[father], $7::text, ' ', phone,
      ' ab', passport, ' ', pin)
  from (
    select i, now() - (1000000 - i) * interval '69 seconds' as at,
      1 + abs(hashint8(i)) % 40 as n, 1 + abs(hashint8(i * 5)) % cardinality($3::text[]) as given,
      1 + abs(hashint8(i * 7)) % cardinality($4::text[]) as family,
      1 + abs(hashint8(i * 11)) % cardinality($3::text[]) as father,
      '99890' || lpad((abs(hashint8(i * 13)) % 10000000)::text, 7, '0') as phone,
      lpad((30101800000000 + i * 131)::text, 14, '0') as pin, lpad((i % 10000000)::text, 7, '0') as passport,
      (select min(id) from admins where login ~ '^bench') + i % 42 as receiver,
      (array['official', 'unofficial', 'self_employed', 'unemployed', 'disabled', 'migration'])[1 + abs(hashint8(i * 17)) % 6]
        as employment,
      (array['staff', 'staff', 'widget', 'api'])[1 + abs(hashint8(i * 19)) % 4] as source,
      abs(hashint8(i * 23)) % 7 as category,
      case when i > 975000 then (array['created', 'created', 'accepted', 'completed'])[1 + abs(hashint8(i * 3)) % 4]
        else (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed',
          'completed', 'completed', 'completed', 'completed', 'completed', 'rejected', 'rejected', 'rejected', 'rejected',
          'canceled', 'accepted', 'created'])[1 + abs(hashint8(i * 3)) % 20] end as status
    from generate_series($1::bigint, $2::bigint) as i
  ) as made`;

/** Given and family names, both also in normalized form; the suffix of a father's name. */
const names = [
  maleNames,
  familyNames,
  maleNames.map(normalizeForSearch),
  familyNames.map(normalizeForSearch),
  ` ${normalizeForSearch('oʻgʻli')}`,
];

/** Seeds the database of a migrated server, unless it is seeded; triggers update the counters. */
export async function seed(pool: pg.Pool, count: number): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    `select to_regclass('bench_bare') is not null as found`,
  );
  if (rows[0]?.found) return;
  await withoutTimeout(pool, async (client) => {
    await client.query(people);
    // Categories are set below, without a register of households.
    await client.query('alter table applications disable trigger application_category_insert');
    const portion = 100_000;
    for (let first = 1_000_001 - count; first <= 1_000_000; first += portion) {
      await client.query(applications, [first, Math.min(1_000_000, first + portion - 1), ...names]);
      process.stderr.write('.');
    }
    await client.query('alter table applications enable trigger application_category_insert');
  });
  process.stderr.write('\n');
}

/** Removes the applications created by an earlier run, so that every run starts with the same ones. */
export async function dropCreated(pool: pg.Pool, count: number): Promise<void> {
  await withoutTimeout(pool, async (client) => {
    await client.query('delete from applications where id > $1', [count]);
    await client.query('truncate bench_bare, idempotency_records');
  });
}

/** Waits until appended changes are compacted, then vacuums the tables as a quiet night would. */
export async function settle(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: boolean }>(
      'select exists (select from application_count_deltas) or exists (select from application_bit_changes) as left',
    );
    if (!rows[0]?.left) break;
    await new Promise((done) => setTimeout(done, 500));
  }
  await withoutTimeout(pool, async (client) => {
    await client.query('vacuum (analyze)');
    await client.query('checkpoint').catch(() => {});
  });
}

/** Compares the counters with exact counts, in one snapshot; throws if they differ. */
export async function verify(pool: pg.Pool): Promise<void> {
  const { rows } = await withoutTimeout(pool, (client) =>
    client.query<{ maintained: number; counted: number; wrong: number }>(`
      with maintained as (
        select neighborhood_id, status, day, sum(count) as count from (
          select neighborhood_id, status, since as day, count from application_counts
            where neighborhood_id > 0 and status <> '*' and grain = 'day'
          union all
          select neighborhood_id, status, day, delta from application_count_deltas
        ) as part group by neighborhood_id, status, day
      ), counted as (
        select neighborhood_id, status, day, count(*) from applications group by neighborhood_id, status, day
      ), total as (
        select sum(count) as count from (
          select count from application_counts where (neighborhood_id, status, grain) = (0, '*', 'all')
          union all
          select delta from application_count_deltas
        ) as part
      )
      select (select count from total)::int as maintained, (select count(*) from applications)::int as counted,
        (select count(*)::int from maintained full join counted using (neighborhood_id, status, day)
          where coalesce(maintained.count, 0) <> coalesce(counted.count, 0)) as wrong`),
  );
  const { maintained, counted, wrong } = rows[0] ?? { maintained: 0, counted: 0, wrong: 0 };
  if (maintained !== counted || wrong > 0) {
    throw new Error(
      `the counters say ${maintained}, counting says ${counted}, and ${wrong} parts of it differ`,
    );
  }
  process.stderr.write(`the counters are exact: ${counted} applications\n`);
}

/** Runs statements that exceed the server's timeout. */
async function withoutTimeout<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    return await work(client);
  } finally {
    client.release();
  }
}
