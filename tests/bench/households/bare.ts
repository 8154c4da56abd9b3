import fastify from 'fastify';
import pg from 'pg';

/** The measure: the least that a server with Fastify and pg can do; no rights, no total, no names of what is referred to. */
const pool = new pg.Pool({ ...(JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig), max: 16 });
pool.on('error', () => {});
const server = fastify();
/** Those that our list answers too: what is for searching stays in the database. */
const columns = `id, neighborhood_id, street_id, household_category_id, house_type, house_number, apartment_number,
  able_to_work, unemployed, informal, latitude, longitude, author_id, created_at, updated_at`;

server.get('/households', async () => {
  const { rows } = await pool.query(`select ${columns} from households order by id desc limit 20`);
  return { items: rows };
});

/** What each household shows beside itself, in the one statement that anyone would write. */
server.get('/households/whole', async () => {
  const { rows } = await pool.query(`
    select h.*, to_jsonb(n) - 'coords' as neighborhood, to_jsonb(s) as street, to_jsonb(c) as category,
      (select json_agg(p) from household_citizens p where p.household_id = h.id) as citizens,
      (select json_agg(d) from household_directions d where d.household_id = h.id) as directions
    from (select ${columns} from households order by id desc limit 20) h
    join neighborhoods n on n.id = h.neighborhood_id join streets s on s.id = h.street_id
    join household_categories c on c.id = h.household_category_id order by h.id desc`);
  return { items: rows };
});

const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url });
process.on('disconnect', () => process.exit(0));
