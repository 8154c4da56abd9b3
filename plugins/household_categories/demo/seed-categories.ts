import { seedRecords } from '#kernel/plugin-api/demo.ts';
import type { Database } from '#kernel/plugin-api/server.ts';

const categories: readonly (readonly [string, string, string])[] = [
  ['Kam taʼminlangan oila', 'Малообеспеченная семья', '#d64550'],
  ['Koʻp bolali oila', 'Многодетная семья', '#1d5fd1'],
  ['Boquvchisini yoʻqotgan oila', 'Семья, потерявшая кормильца', '#7a4bc2'],
  ['Nogironligi boʻlgan shaxs', 'Семья с инвалидом', '#e0a21b'],
  ['Yolgʻiz keksalar', 'Одинокие пожилые', '#2fa36b'],
  ['Ishsizlar xonadoni', 'Семья безработных', '#0b7480'],
];

/** Adds the city's categories of assistance, each with its colour. */
export function seedCategories(database: Database): Promise<void> {
  const seeds = categories.map(([uz, ru, color], index) => ({
    uz,
    ru,
    daysAgo: 210 - index * 13,
    columns: { color },
  }));
  return seedRecords(database, 'household_categories', seeds);
}
