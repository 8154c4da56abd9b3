import { sql } from 'kysely';
import { z } from 'zod';
import { optionSchema, signedIn } from '#kernel/contract/index.ts';
import { defineServer, route, type ServerContext } from '#kernel/server/plugin.ts';
import { directions } from '../manifest.ts';

const options = route({
  method: 'GET',
  path: 'directions',
  summary: 'Directions for selects',
  access: signedIn,
  query: z.strictObject({ pagination: z.literal('false') }),
  answer: z.array(optionSchema),
  async handle({ database }) {
    const { rows } = await sql<{ id: number; name_uz: string; name_ru: string }>`
      select id, name_uz, name_ru from directions order by name_uz, id
    `.execute(database);
    return rows.map(({ id, name_uz, name_ru }) => ({ id, uz: { name: name_uz }, ru: { name: name_ru } }));
  },
});

async function fillDirections({ database }: ServerContext): Promise<void> {
  await sql`
    insert into directions (name_uz, name_ru) values
      ('Chorvachilik', 'Животноводство'),
      ('Parrandachilik', 'Птицеводство'),
      ('Issiqxona', 'Теплица'),
      ('Tikuvchilik', 'Швейное дело'),
      ('Hunarmandchilik', 'Ремесло'),
      ('Asalarichilik', 'Пчеловодство'),
      ('Savdo', 'Торговля'),
      ('Non yopish', 'Выпечка хлеба')
  `.execute(database);
}

/** Directions on the server. */
export const directionsServer = defineServer(directions, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [options],
  demo: fillDirections,
});
