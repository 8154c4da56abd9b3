import { sql } from 'kysely';
import { z } from 'zod';
import { signedIn } from '#kernel/contract/index.ts';
import { defineServer, route, type ServerContext } from '#kernel/server/plugin.ts';
import { householdCategoryOptionSchema } from '../contract.ts';
import { householdCategories } from '../manifest.ts';

interface CategoryRow {
  id: number;
  name_uz: string;
  name_ru: string;
  color: string;
}

const options = route({
  method: 'GET',
  path: 'household-categories',
  summary: 'Household categories for selects',
  access: signedIn,
  query: z.strictObject({ pagination: z.literal('false') }),
  answer: z.array(householdCategoryOptionSchema),
  async handle({ database }) {
    const { rows } = await sql<CategoryRow>`
      select id, name_uz, name_ru, color from household_categories order by name_uz, id
    `.execute(database);
    return rows.map(({ id, name_uz, name_ru, color }) => ({
      id,
      uz: { name: name_uz },
      ru: { name: name_ru },
      color,
    }));
  },
});

async function fillCategories({ database }: ServerContext): Promise<void> {
  await sql`
    insert into household_categories (name_uz, name_ru, color) values
      ('Kam taʼminlangan oila', 'Малообеспеченная семья', '#d64550'),
      ('Koʻp bolali oila', 'Многодетная семья', '#1d5fd1'),
      ('Boquvchisini yoʻqotgan oila', 'Семья, потерявшая кормильца', '#7a4bc2'),
      ('Nogironligi boʻlgan shaxs', 'Семья с инвалидом', '#e0a21b'),
      ('Yolgʻiz keksalar', 'Одинокие пожилые', '#2fa36b'),
      ('Ishsizlar xonadoni', 'Семья безработных', '#0b7480')
  `.execute(database);
}

/** Household categories on the server. */
export const householdCategoriesServer = defineServer(householdCategories, {
  migrations: new URL('./migrations/', import.meta.url),
  routes: [options],
  demo: fillCategories,
});
