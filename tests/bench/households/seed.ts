import type pg from 'pg';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { familyNames, maleNames } from '#kernel/devtools/demo/names.ts';

/** Forty neighbourhoods with two authors each; a head with access to all, an admin with access to five. */
const people = `
  insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, coords, color)
    select 'Mahalla ' || i, 'Махалля ' || i, 'mahalla ' || i, 'mahallya ' || i, '[[41.5,60.6],[41.5,60.7],[41.6,60.7]]', '#0b7480'
    from generate_series(1, 40) as i;
  insert into admin_roles (role, permissions, name_uz, name_ru) values
    ('super_admin', '{household_add}', 'Bosh', 'Главный'), ('admin', '{household_add}', 'Registrator', 'Регистратор');
  insert into admins (login, password_hash, first_name, last_name, role_id)
    select 'bench' || i, '-', 'Ism ' || i, 'Familiya ' || i,
      (select id from admin_roles where role = case when i = 1 then 'super_admin' else 'admin' end
        and name_uz in ('Bosh', 'Registrator'))
    from generate_series(1, 82) as i;
  insert into admin_neighborhoods (admin_id, neighborhood_id)
    select a.id, n.id from admins a, neighborhoods n where a.login = 'bench2' and n.id <= 5;
  create table bench_seeded (at timestamptz not null default now());`;

/** Fifty streets per neighbourhood, categories, and directions. */
const places = `
  insert into streets (neighborhood_id, name_uz, name_ru, fold_uz, fold_ru)
    select n.id, ($1)[i], ($1)[i], ($2)[i], ($2)[i]
    from neighborhoods n, generate_series(1, 50) as i;
  insert into household_categories (name_uz, name_ru, fold_uz, fold_ru, color)
    select 'Toifa ' || i, 'Категория ' || i, 'toifa ' || i, 'kategoriya ' || i, '#1d5fd1' from generate_series(1, 6) as i;
  insert into directions (name_uz, name_ru, fold_uz, fold_ru)
    select 'Soha ' || i, 'Отрасль ' || i, 'soha ' || i, 'otrasl ' || i from generate_series(1, 8) as i;`;

/** A portion of the households; each neighbourhood has its own two authors. */
const households = `
  with made as materialized (
    select i, 1 + abs(hashint8(i)) % 2000 as street, abs(hashint8(i * 3)) % 10 < 3 as flat
    from generate_series($1::bigint, $2::bigint) as i
  ), written as (
    insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, apartment_number,
      able_to_work, unemployed, informal, latitude, longitude, author_id, created_at, updated_at, search_key)
    select s.neighborhood_id, s.id, 1 + abs(hashint8(i * 5)) % 6, case when flat then 'building' else 'apartment' end,
      1 + abs(hashint8(i * 7)) % 300, case when flat then 1 + abs(hashint8(i * 11)) % 60 end,
      abs(hashint8(i * 13)) % 6, abs(hashint8(i * 17)) % 4, abs(hashint8(i * 19)) % 3, 41.55, 60.62,
      (select min(id) from admins where login ~ '^bench') + 2 + (s.neighborhood_id - 1) * 2 + i % 2,
      now() - (1000000 - i) * interval '60 seconds', now() - abs(hashint8(i * 23)) % 60000000 * interval '1 second',
      concat(' ', 1 + abs(hashint8(i * 7)) % 300, ' ', ($5::text[])[1 + abs(hashint8(i * 29)) % cardinality($5::text[])], ' ',
        ($6::text[])[1 + abs(hashint8(i * 31)) % cardinality($6::text[])], ' ', lpad((30101800000000 + i * 131)::text, 14, '0'))
    from made join streets s on s.id = (select min(id) from streets) + street - 1 order by i
    returning id
  ), citizens as (
    insert into household_citizens (household_id, position, full_name, personal_number)
    select id, 1, ($3::text[])[1 + abs(hashint8(id * 29)) % cardinality($3::text[])] || ' ' ||
        ($4::text[])[1 + abs(hashint8(id * 31)) % cardinality($4::text[])],
      lpad((30101800000000 + id * 131)::text, 14, '0')
    from written
  )
  insert into household_directions (household_id, direction_id, quantity)
  select id, 1 + id % 8, 1 + id % 5 from written where id % 2 = 0`;

/** Seeds the database of a migrated server; triggers update the counters. */
export async function seed(pool: pg.Pool, count: number): Promise<void> {
  await withoutTimeout(pool, (client) => client.query(people));
  await seedHouseholds(pool, count);
}

/** Adds streets, categories, directions and households to existing neighbourhoods. */
export async function seedHouseholds(pool: pg.Pool, count: number): Promise<void> {
  await withoutTimeout(pool, async (client) => {
    const streets = Array.from(
      { length: 50 },
      (_, index) => `${familyNames[index % familyNames.length]} ${index}`,
    );
    const [names, normalized] = [quote(streets), quote(streets.map(normalizeForSearch))];
    await client.query(places.replaceAll('$1', names).replaceAll('$2', normalized));
    const portion = 50_000;
    for (let first = 1; first <= count; first += portion) {
      await client.query(households, [
        first,
        Math.min(count, first + portion - 1),
        familyNames,
        maleNames,
        familyNames.map(normalizeForSearch),
        maleNames.map(normalizeForSearch),
      ]);
      process.stderr.write('.');
    }
  });
  process.stderr.write('\n');
}

/** Waits until appended changes are compacted, then vacuums the tables as a quiet night would. */
export async function settle(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: boolean }>(
      'select exists (select from household_count_deltas) as left',
    );
    if (!rows[0]?.left) break;
    await new Promise((done) => setTimeout(done, 500));
  }
  await withoutTimeout(pool, async (client) => {
    await client.query('vacuum (analyze)');
    await client.query('checkpoint').catch(() => {});
  });
}

/**
 * Compares the counters with exact counts, in one snapshot; throws if they differ. Returns the number of
 * counter rows.
 */
export async function verify(pool: pg.Pool): Promise<number> {
  const { rows } = await withoutTimeout(pool, (client) =>
    client.query<{ counted: number; rows: number; wrong: number }>(`
      with maintained as (
        select neighborhood_id, household_category_id, house_type, key, count from household_counts
        where grain = 'street' and neighborhood_id > 0 and household_category_id > 0 and house_type <> ''
      ), counted as (
        select neighborhood_id, household_category_id, house_type, street_id as key, count(*) from households
        group by neighborhood_id, household_category_id, house_type, street_id
      )
      select (select sum(count) from counted)::int as counted, (select count(*) from household_counts)::int as rows,
        (select count(*)::int from maintained full join counted using (neighborhood_id, household_category_id, house_type, key)
          where coalesce(maintained.count, 0) <> coalesce(counted.count, 0)) as wrong`),
  );
  const { counted, rows: counterRows, wrong } = rows[0] ?? { counted: 0, rows: 0, wrong: 1 };
  if (wrong > 0) throw new Error(`${wrong} counters differ from the counted rows`);
  process.stderr.write(`the counters are exact: ${counted} households in ${counterRows} rows of counts\n`);
  return counterRows;
}

function quote(texts: readonly string[]): string {
  return `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}]`;
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
