import { createHash } from 'node:crypto';
import type pg from 'pg';

const portion = 250_000;
/** A hundred entries, one for each percent of the log: reads are the most frequent. */
const kinds = [
  ...Array.from({ length: 40 }, () => ['applications.read', 'application']),
  ...Array.from({ length: 12 }, () => ['users.read', 'user']),
  ...Array.from({ length: 12 }, () => ['households.read', 'household']),
  ...Array.from({ length: 10 }, () => ['applications.status.change', 'application']),
  ...Array.from({ length: 8 }, () => ['applications.message.send', 'application']),
  ...Array.from({ length: 6 }, () => ['applications.create', 'application']),
  ...Array.from({ length: 4 }, () => ['admins.login', 'admin']),
  ...Array.from({ length: 3 }, () => ['users.lookup', 'user']),
  ...Array.from({ length: 2 }, () => ['households.update', 'household']),
  ['letters.letter.issue', 'letter'],
  ['users.update', 'user'],
  ['streets.update', 'street'],
] as const;

/**
 * Two years of entries by 199 people; one in 200 is by nobody. A tenth of the reads of applications are
 * written in batches. One in 50,000 is of a rare kind.
 */
const entries = `
  insert into audit_log (at, admin_id, session_id, address, action, subject_type, subject_id, details)
  select moment, nullif(1 + abs(hashint8(i * 3)) % 200, 7), 1 + i / 500, '10.0.0.' || i % 200,
    case when i % 50000 = 17 then 'directions.update' else ($4::text[])[kind] end,
    case when i % 50000 = 17 then 'direction' else ($5::text[])[kind] end,
    case when not is_batch then 1 + abs(hashint8(i * 5)) % $6 end,
    case when is_batch then jsonb_build_object('ids', (select jsonb_agg(1 + abs(hashint8(i * 11 + n)) % $6) from generate_series(1, 2 + i % 12) as n))
      when i % 3 = 0 then '{"fields": ["phone", "birthday"]}' else '{}' end
  from (
    select i, 1 + abs(hashint8(i * 7)) % cardinality($4::text[]) as kind, i % 10 = 0
        and ($4::text[])[1 + abs(hashint8(i * 7)) % cardinality($4::text[])] = 'applications.read' as is_batch,
      now() - interval '730 days' * (1 - i::float8 / $3) as moment
    from generate_series($1::bigint, $2::bigint) as i
  ) as made`;

/** The chain is long, and not verified here: seals only have the shape of real ones. */
const seals = `
  insert into audit_seals (seq, audit_id, previous, hash)
  select row_number() over (order by id), id, $1, $1 from audit_log order by id`;

/**
 * Seeds the log, unless it is seeded, with `rows` entries about `things` subjects of each type. All are sealed
 * and counted, except the last hundred.
 */
export async function seedAudit(pool: pg.Pool, rows: number, things: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    // Blocks the server's sealer, since only one runs at a time.
    await client.query('select pg_advisory_lock(4607004)');
    const { rows: found } = await client.query<{ count: number }>(
      'select count(*)::int as count from audit_log where action = $1',
      ['directions.update'],
    );
    if ((found[0]?.count ?? 0) > 0) return;
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'audit_log' and indexname <> 'audit_log_pkey'`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let first = 1; first <= rows; first += portion) {
      const last = Math.min(rows, first + portion - 1);
      await client.query(entries, [
        first,
        last,
        rows,
        kinds.map(([action]) => action),
        kinds.map(([, type]) => type),
        things,
      ]);
      process.stderr.write('.');
    }
    // Blocks the server's counting: it waits for this row, and then finds nothing left to count.
    await client.query('begin');
    await client.query('update audit_counted set seq = 0');
    await client.query('delete from audit_counts');
    await client.query('alter table audit_seals disable trigger user');
    await client.query('delete from audit_seals');
    await client.query(`${seals} limit ${rows - 100}`, [createHash('sha256').digest('hex')]);
    await client.query('alter table audit_seals enable trigger user');
    for (const { definition } of indexes) await client.query(definition);
    await client.query('select audit_count(0, max(seq)) from audit_seals');
    await client.query('update audit_counted set seq = (select max(seq) from audit_seals)');
    await client.query('commit');
    for (const table of ['audit_log', 'audit_seals', 'audit_counts'])
      await client.query(`vacuum analyze ${table}`);
    process.stderr.write('\n');
  } finally {
    await client.query('select pg_advisory_unlock(4607004)');
    client.release();
  }
}
