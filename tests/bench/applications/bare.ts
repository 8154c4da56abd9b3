import fastify from 'fastify';
import { openBarePool, serveWithBarePool } from '../support/bare-pool.ts';

/** The minimum that Fastify and pg can do: no permissions, no counts, no names of referenced records. */
const query = openBarePool(process.argv[2]);
const server = fastify();
/** The columns that our list returns; those for searching and sorting stay in the database. */
const columns = `id, status, status_at, status_note, neighborhood_id, first_name, last_name, father_name, phone, birthday,
  passport_series, passport_number, personal_number, address, author_neighborhood_id, employment_status, salary,
  planned_assistance, cancel_time, receiver_id, created_at, updated_at`;

server.get('/applications', async () => ({
  items: await query(`select ${columns} from applications order by id desc limit 20`),
}));

server.get<{ Params: { id: string } }>('/applications/:id', async ({ params }) => {
  const [row] = await query(`select ${columns} from applications where id = $1`, [params.id]);
  return row;
});

interface Body {
  neighborhood_id: number;
  employment_status: string;
  salary: string;
  planned_assistance: string;
}

const valuesOf = (body: Body) => [
  body.neighborhood_id,
  body.employment_status,
  body.salary,
  body.planned_assistance,
];

server.post<{ Body: Body }>('/applications', async ({ body }, reply) => {
  const [row] = await query(
    `insert into bench_bare (neighborhood_id, employment_status, salary, planned_assistance)
     values ($1, $2, $3, $4) returning *`,
    valuesOf(body),
  );
  void reply.code(201);
  return row;
});

/** The minimum with counting and auditing: an insert, an audit log entry and a counter. */
const insertCounted = `
  with application as (
    insert into bench_bare (neighborhood_id, employment_status, salary, planned_assistance)
    values ($1, $2, $3, $4) returning *
  ), logged as (
    insert into audit_log (action, subject_type, subject_id, details)
    select 'create', 'application', id, '{}' from application
  ), counted as (
    insert into bench_counts (neighborhood_id, delta) select neighborhood_id, 1 from application
  )
  select * from application`;

server.post<{ Body: Body }>('/applications/counted', async ({ body }, reply) => {
  const [row] = await query(insertCounted, valuesOf(body));
  void reply.code(201);
  return row;
});

/**
 * The writes that our server makes for a new application: the citizen and the application, an audit log entry
 * for each, the notifications, the idempotency record, and the rows that the triggers of these tables append.
 * One round trip.
 */
const insertWhole = `
  with citizen as (
    insert into users (first_name, last_name, father_name, phone, search_key, name_key)
    values ('Anvar', 'Oʻrinboyev', 'Karim oʻgʻli', '998901234567', ' orinboyev anvar karim ogli 998901234567',
      'orinboyev anvar karim ogli') returning id
  ), application as (
    insert into applications (day, neighborhood_id, first_name, last_name, father_name, phone, employment_status, salary,
      planned_assistance, cancel_time, search_key, citizen_id)
    select current_date, $1::bigint, 'Anvar', 'Oʻrinboyev', 'Karim oʻgʻli', '998901234567', $2::text, $3::text, $4::text,
      now() + interval '15 days', ' orinboyev anvar karim ogli 998901234567', citizen.id from citizen returning ${columns}
  ), notified as (
    insert into notifications (admin_id, type, payload)
    select admin_id, 'application', jsonb_build_object('id', application.id)
    from application join admin_neighborhoods using (neighborhood_id)
  ), logged as (
    insert into audit_log (action, subject_type, subject_id, details)
    select 'create', 'application', id, '{}'::jsonb from application
    union all select 'create', 'user', id, '{}'::jsonb from citizen
  ), recorded as (
    insert into idempotency_records (admin_id, key, operation, body_hash, status, answer)
    select 1, gen_random_uuid(), 'POST', 'hash', 201, to_jsonb(application)::text from application
  )
  select * from application`;

server.post<{ Body: Body }>('/applications/whole', async ({ body }, reply) => {
  const [row] = await query(insertWhole, valuesOf(body));
  void reply.code(201);
  return row;
});

await query(
  `create table if not exists bench_counts (neighborhood_id bigint not null, delta integer not null)`,
);
await serveWithBarePool(server);
