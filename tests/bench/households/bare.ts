import fastify from 'fastify';
import { openBarePool, serveWithBarePool } from '../support/bare-pool.ts';

/** The minimum that Fastify and pg can do: no permissions, no total, no names of referenced records. */
const query = openBarePool(process.argv[2]);
const server = fastify();
/** The columns that our list returns; those for searching stay in the database. */
const columns = `id, neighborhood_id, street_id, household_category_id, house_type, house_number, apartment_number,
  able_to_work, unemployed, informal, latitude, longitude, author_id, created_at, updated_at`;

/** The page with the data that each household shows in addition, in one statement. */
server.get('/households/whole', async () => ({
  items: await query(`
    select h.*, to_jsonb(n) - 'coords' as neighborhood, to_jsonb(s) as street, to_jsonb(c) as category,
      (select json_agg(p) from household_citizens p where p.household_id = h.id) as citizens,
      (select json_agg(d) from household_directions d where d.household_id = h.id) as directions
    from (select ${columns} from households order by id desc limit 20) h
    join neighborhoods n on n.id = h.neighborhood_id join streets s on s.id = h.street_id
    join household_categories c on c.id = h.household_category_id order by h.id desc`),
}));

await serveWithBarePool(server);
