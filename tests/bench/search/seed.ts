import type pg from 'pg';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { familyNames, maleNames } from '#kernel/devtools/demo/names.ts';
import { seed as seedApplications, settle as settleApplications } from '../applications/seed.ts';
import { seedHouseholds, settle as settleHouseholds } from '../households/seed.ts';

/** A family name that occurs in three rows of each table. */
export const rareName = 'Zulxumorbekova';

/** The caller may search everything within their area. */
const rights = `
  update admin_roles set permissions = '{application_receiver,household_add,street_add}' where name_uz in ('Bosh', 'Operator');
  update neighborhoods set fold_uz = lower(name_uz), fold_ru = lower(name_uz);`;

const users = `
  insert into users (first_name, last_name, phone, personal_number, birthday, created_at, name_key, search_key)
  select ($3::text[])[given], ($4::text[])[family], phone, pin, case when i % 3 > 0 then date '1990-01-01' end, now() - (1000000 - i) * interval '69 seconds',
    concat(($6::text[])[family], ' ', ($5::text[])[given]),
    concat(' ', ($6::text[])[family], ' ', ($5::text[])[given], ' ', phone, ' ', pin)
  from (
    select i, 1 + abs(hashint8(i * 5)) % cardinality($3::text[]) as given,
      1 + abs(hashint8(i * 7)) % cardinality($4::text[]) as family,
      '99890' || lpad((abs(hashint8(i * 13)) % 10000000)::text, 7, '0') as phone,
      lpad((30101800000000 + i * 131)::text, 14, '0') as pin
    from generate_series($1::bigint, $2::bigint) as i
  ) as made`;

const rare = [
  `update applications set last_name = $1, search_key = ' ' || $2 || search_key where id in (select id from applications order by id offset 1234 limit 3)`,
  `update users set last_name = $1, name_key = $2, search_key = ' ' || $2 || search_key where id in (select id from users order by id offset 1234 limit 3)`,
  `update households set search_key = ' ' || $2 || search_key where $1 <> '' and id in (select id from households order by id offset 1234 limit 3)`,
];

/** Seeds the database with `count` applications, households and citizens each, unless it is seeded. */
export async function seed(pool: pg.Pool, count: number): Promise<void> {
  await seedApplications(pool, count);
  const { rows } = await pool.query<{ found: boolean }>('select exists (select from users) as found');
  if (rows[0]?.found) return;
  await seedHouseholds(pool, count);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(rights);
    const portion = 50_000;
    for (let first = 1; first <= count; first += portion) {
      const last = Math.min(count, first + portion - 1);
      await client.query(users, [
        first,
        last,
        maleNames,
        familyNames,
        maleNames.map(normalizeForSearch),
        familyNames.map(normalizeForSearch),
      ]);
      process.stderr.write('.');
    }
    for (const statement of rare) await client.query(statement, [rareName, normalizeForSearch(rareName)]);
  } finally {
    client.release();
  }
  process.stderr.write('\n');
}

/** Waits until appended changes are compacted, then vacuums the tables as a quiet night would. */
export async function settle(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: boolean }>(
      'select exists (select from user_count_deltas) as left',
    );
    if (!rows[0]?.left) break;
    await new Promise((done) => setTimeout(done, 500));
  }
  await settleHouseholds(pool);
  await settleApplications(pool);
}
