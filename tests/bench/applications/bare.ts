import fastify from 'fastify';
import pg from 'pg';

/** The measure: the least that a server with Fastify and pg can do; no rights, no counts, no names of what is referred to. */
const pool = new pg.Pool({ ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig), max: 16 });
pool.on('error', () => {});
const server = fastify();
/** Those that our list answers too: what is for searching and sorting stays in the database. */
const columns = `id, status, status_at, status_note, neighborhood_id, first_name, last_name, father_name, phone, birthday,
  passport_series, passport_number, personal_number, address, author_neighborhood_id, employment_status, salary,
  planned_assistance, cancel_time, receiver_id, created_at, updated_at`;

server.get('/applications', async () => {
  const { rows } = await pool.query(`select ${columns} from applications order by id desc limit 20`);
  return { items: rows };
});

server.get<{ Params: { id: string } }>('/applications/:id', (request) =>
  pool
    .query(`select ${columns} from applications where id = $1`, [request.params.id])
    .then(({ rows }) => rows[0] as unknown),
);

interface Body {
  neighborhood_id: number;
  employment_status: string;
  salary: string;
  planned_assistance: string;
}

server.post<{ Body: Body }>('/applications', async ({ body }, reply) => {
  const { rows } = await pool.query(
    'insert into bench_bare (neighborhood_id, employment_status, salary, planned_assistance) values ($1, $2, $3, $4) returning *',
    [body.neighborhood_id, body.employment_status, body.salary, body.planned_assistance],
  );
  void reply.code(201);
  return rows[0];
});

/** What a new application comes to with us, written one after the other as anyone would: itself, who is told, the log, the record. */
server.post<{ Body: Body }>('/applications/whole', async ({ body }, reply) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(insertWhole, [
      body.neighborhood_id,
      body.employment_status,
      body.salary,
      body.planned_assistance,
    ]);
    await client.query(
      `insert into notifications (admin_id, type, payload)
       select admin_id, 'application', jsonb_build_object('id', $1::bigint) from admin_neighborhoods where neighborhood_id = $2`,
      [rows[0]?.id, body.neighborhood_id],
    );
    await client.query(
      `insert into audit_log (action, subject_type, subject_id, details) values ('create', 'application', $1, '{}')`,
      [rows[0]?.id],
    );
    await client.query(
      `insert into idempotency_records (admin_id, key, operation, body_hash, status, answer)
       values (1, gen_random_uuid(), 'POST', 'hash', 201, $1)`,
      [JSON.stringify(rows[0])],
    );
    await client.query('commit');
    void reply.code(201);
    return rows[0];
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

const insertWhole = `
  insert into applications (day, neighborhood_id, first_name, last_name, father_name, phone, employment_status, salary,
    planned_assistance, cancel_time, search_key)
  values (current_date, $1, 'Anvar', 'Oʻrinboyev', 'Karim oʻgʻli', '998901234567', $2, $3, $4, now() + interval '15 days',
    ' orinboyev anvar karim ogli 998901234567') returning ${columns}`;

const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url });
process.on('disconnect', () => process.exit(0));
