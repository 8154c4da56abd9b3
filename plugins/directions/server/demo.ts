import { sql } from 'kysely';
import { namesToColumns } from '#kernel/records/server/crud/index.ts';
import type { ServerContext } from '#kernel/server/plugins/api/index.ts';

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

/** Fills in the kinds of activity that are usual in Urganch. */
export async function fillDirections({ database }: ServerContext): Promise<void> {
  const rows = names.map(([uz, ru], index) => ({
    ...namesToColumns({ uz: { name: uz }, ru: { name: ru } }),
    days: 200 - index * 11,
  }));
  await sql`
    insert into directions (name_uz, name_ru, fold_uz, fold_ru, created_at, updated_at)
    select name_uz, name_ru, fold_uz, fold_ru, moment, moment from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as direction (name_uz text, name_ru text, fold_uz text, fold_ru text, days int)
      cross join lateral (select now() - days * interval '1 day' as moment) as written`.execute(database);
}
