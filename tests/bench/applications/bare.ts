import fastify from 'fastify';
import pg from 'pg';

/** The measure: the least that a server with Fastify and pg can do; no rights, no counts, no names of what is referred to. */
const pool = new pg.Pool({ ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig), max: 16 });
pool.on('error', () => {});
const server = fastify();

server.get('/applications', async () => {
  const { rows } = await pool.query('select * from applications order by id desc limit 20');
  return { items: rows };
});

server.get<{ Params: { id: string } }>('/applications/:id', (request) =>
  pool
    .query('select * from applications where id = $1', [request.params.id])
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

const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url });
process.on('disconnect', () => process.exit(0));
