import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, signedIn } from '#kernel/contract/index.ts';
import { defineServer, route } from '#kernel/server/plugin.ts';
import { streetOptionSchema, streetOptionsQuerySchema } from '../contract.ts';
import { streets } from '../manifest.ts';
import { fillStreets } from './demo.ts';

interface StreetRow {
  id: number;
  neighborhood_id: number;
  name_uz: string;
  name_ru: string;
}

const options = route({
  method: 'GET',
  path: 'streets',
  summary: 'Streets for selects, within one’s area',
  access: signedIn,
  query: streetOptionsQuerySchema,
  answer: z.array(streetOptionSchema),
  async handle({ database, viewer, query }) {
    const area = areaOf(viewer);
    const { rows } = await sql<StreetRow>`
      select id, neighborhood_id, name_uz, name_ru
      from streets
      where (${area === 'everywhere'} or neighborhood_id = any(${area === 'everywhere' ? [] : area}))
        and (${query.neighborhood ?? null}::bigint is null or neighborhood_id = ${query.neighborhood ?? null})
      order by name_uz, id
    `.execute(database);
    return rows.map((row) => ({
      id: row.id,
      neighborhood_id: row.neighborhood_id,
      uz: { name: row.name_uz },
      ru: { name: row.name_ru },
    }));
  },
});

/** Streets on the server. */
export const streetsServer = defineServer(streets, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [options],
  demo: fillStreets,
});
