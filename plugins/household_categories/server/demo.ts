import { sql } from 'kysely';
import { namesToColumns } from '#kernel/records/server/crud/index.ts';
import type { ServerContext } from '#kernel/server/plugins/api/index.ts';

const categories: readonly (readonly [string, string, string])[] = [
  ['Kam taʼminlangan oila', 'Малообеспеченная семья', '#d64550'],
  ['Koʻp bolali oila', 'Многодетная семья', '#1d5fd1'],
  ['Boquvchisini yoʻqotgan oila', 'Семья, потерявшая кормильца', '#7a4bc2'],
  ['Nogironligi boʻlgan shaxs', 'Семья с инвалидом', '#e0a21b'],
  ['Yolgʻiz keksalar', 'Одинокие пожилые', '#2fa36b'],
  ['Ishsizlar xonadoni', 'Семья безработных', '#0b7480'],
];

/** Fills in the categories by which the city helps, each with its colour. */
export async function fillCategories({ database }: ServerContext): Promise<void> {
  const rows = categories.map(([uz, ru, color], index) => ({
    ...namesToColumns({ uz: { name: uz }, ru: { name: ru } }),
    color,
    days: 210 - index * 13,
  }));
  await sql`
    insert into household_categories (name_uz, name_ru, fold_uz, fold_ru, color, created_at, updated_at)
    select name_uz, name_ru, fold_uz, fold_ru, color, moment, moment from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as category (name_uz text, name_ru text, fold_uz text, fold_ru text, color text, days int)
      cross join lateral (select now() - days * interval '1 day' as moment) as written`.execute(database);
}
