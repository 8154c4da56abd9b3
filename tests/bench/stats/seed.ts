import type pg from 'pg';

/** A city of households, added to the neighbourhoods of `../applications/seed.ts`. */
const city = `
  insert into streets (neighborhood_id, name_uz, name_ru)
    select n.id, 'Koʻcha ' || i, 'Улица ' || i from neighborhoods as n, generate_series(1, 5) as i;
  insert into household_categories (name_uz, name_ru, color)
    select 'Toifa ' || i, 'Категория ' || i, '#1d5f' || lpad((i * 17)::text, 2, '0') from generate_series(1, 5) as i;
  insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, able_to_work,
    unemployed, informal, latitude, longitude)
  select n, (n - 1) * 5 + 1 + i % 5, 1 + abs(hashint8(i * 3)) % 5, 'apartment', 1 + i % 200, i % 4, i % 3, i % 2,
    41.50 + (n / 8) * 0.02 + abs(hashint8(i * 7)) % 20000 / 1000000.0,
    60.55 + (n % 8) * 0.02 + abs(hashint8(i * 11)) % 20000 / 1000000.0
  from (select i, 1 + abs(hashint8(i)) % 40 as n from generate_series(1, $1::bigint) as i) as made`;

/** The work of staff: applications are accepted within three days, and closed within ten more. */
const steps = `
  insert into application_actions (application_id, type, status, sender_id, created_at)
  select id, 'status', step.status, receiver_id, created_at + step.hours * interval '1 hour'
  from applications cross join lateral (
    values ('accepted', 1 + abs(hashint8(id)) % 72),
      (case when status in ('completed', 'rejected') then status end, 73 + abs(hashint8(id * 3)) % 240)
  ) as step (status, hours)
  where id between $1 and $2 and applications.status <> 'created' and step.status is not null`;

/** Adds households and steps, unless there are households. */
export async function seedSteps(pool: pg.Pool, households: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(
      `update admin_roles set permissions = '{application_receiver,household_add}' where role = 'super_admin'`,
    );
    const { rows } = await client.query<{ last: number; found: boolean }>(
      'select (select max(id)::int from applications) as last, exists (select from households) as found',
    );
    const { last = 0, found = false } = rows[0] ?? {};
    if (found) return;
    for (const [index, statement] of city.split(';\n').entries()) {
      await client.query(statement, index === 2 ? [households] : []);
    }
    const portion = 100_000;
    for (let first = 1; first <= last; first += portion) {
      await client.query(steps, [first, first + portion - 1]);
      process.stderr.write('.');
    }
    process.stderr.write('\n');
  } finally {
    client.release();
  }
}

/** Waits until appended changes are compacted. */
export async function settleSteps(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: boolean }>(
      `select exists (select from application_step_deltas) or exists (select from household_count_deltas) as left`,
    );
    if (!rows[0]?.left) return;
    await new Promise((done) => setTimeout(done, 500));
  }
}
