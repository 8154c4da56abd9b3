import { seedRecords } from '#kernel/plugin-api/demo.ts';
import type { Database } from '#kernel/plugin-api/server.ts';

const names: readonly (readonly [string, string])[] = [
  ['Chorvachilik', 'Животноводство'],
  ['Parrandachilik', 'Птицеводство'],
  ['Issiqxona', 'Теплица'],
  ['Tikuvchilik', 'Швейное дело'],
  ['Hunarmandchilik', 'Ремесло'],
  ['Asalarichilik', 'Пчеловодство'],
  ['Savdo', 'Торговля'],
  ['Non yopish', 'Выпечка хлеба'],
];

/** Adds the common kinds of activity in Urganch. */
export function seedDirections(database: Database): Promise<void> {
  const seeds = names.map(([uz, ru], index) => ({ uz, ru, daysAgo: 200 - index * 11 }));
  return seedRecords(database, 'directions', seeds);
}
