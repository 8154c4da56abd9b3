import { resolve } from 'node:path';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { buildFrontEnd } from '#kernel/server/build/build-front-end.ts';
import { startServer } from '#kernel/app/server/boot/start-server.ts';

/** The message of the serving process to the benchmark. */
export interface Serving {
  readonly url: string;
  /** The token of the demonstration's super admin. */
  readonly token: string;
}

/** Households in all neighbourhoods of the demonstration, with the existing categories. */
const households = `
  insert into households (neighborhood_id, street_id, household_category_id, house_type, house_number, able_to_work,
    unemployed, informal, latitude, longitude)
  select n.id, s.id, c.id, 'apartment', 1 + i % 200, i % 4, i % 3, i % 2,
    n.south + (n.north - n.south) * (abs(hashint8(i * 7)) % 1000000) / 1000000.0,
    n.west + (n.east - n.west) * (abs(hashint8(i * 11)) % 1000000) / 1000000.0
  from generate_series(1, $1::bigint) as i
  join lateral (
    select * from neighborhoods order by id offset abs(hashint8(i)) % (select count(*) from neighborhoods) limit 1
  ) as n on true
  join lateral (select id from streets where neighborhood_id = n.id order by id limit 1) as s on true
  join lateral (
    select id from household_categories order by id
    offset abs(hashint8(i * 3)) % (select count(*) from household_categories) limit 1
  ) as c on true`;

/* The whole product with the demonstration's data and a number of households, in a separate process; without
   a basemap. */
const root = resolve(import.meta.dirname, '../../..');
const [data = '', count = '0'] = process.argv.slice(2);
await buildFrontEnd(root);
const deployment = await readDeployment(resolve(root, 'deployment.json'));
const server = await startServer({
  deployment: { ...deployment, tiles: [] },
  data,
  port: 0,
  host: '127.0.0.1',
  logLevel: 'error',
  demo: true,
  dist: resolve(root, 'dist'),
});
const { pool, sessions } = server.services;
const client = await pool.connect();
await client.query('set statement_timeout = 0');
await client.query(households, [Number(count)]);
client.release(true);
const { rows } = await pool.query<{ id: number }>(`select id::int from admins where login = 'superadmin'`);
const { token } = await sessions.open(rows[0]?.id ?? 0, { address: '127.0.0.1', userAgent: 'bench' });
process.send?.({ url: server.url, token } satisfies Serving);
process.on('disconnect', () => void server.close().then(() => process.exit(0)));
