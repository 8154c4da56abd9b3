import { sql } from 'kysely';
import { namesToColumns } from '#kernel/records/server/crud/index.ts';
import { palette } from '#kernel/domain/geo/palette.ts';
import type { ServerContext } from '#kernel/server/plugins/api/index.ts';
import { citySize, drawCity } from './demo-map.ts';
import { mahallas } from './demo-names.ts';

/** Fills the map of Urganch: forty neighbourhoods that cover the city, neighbours in different colours. */
export async function fillNeighborhoods({ database }: ServerContext): Promise<void> {
  const polygons = drawCity(20_261_121);
  const rows = polygons.map((coords, index) => {
    const [name_uz = '', name_ru = ''] = mahallas[(index * 17) % mahallas.length] ?? [];
    const row = Math.floor(index / citySize.columns);
    const color = palette[((index % citySize.columns) * 4 + row * 7) % palette.length];
    const names = namesToColumns({ uz: { name: name_uz }, ru: { name: name_ru } });
    return { ...names, coords, color, days: 400 - ((index * 7) % 40) };
  });
  await sql`
    insert into neighborhoods (name_uz, name_ru, fold_uz, fold_ru, coords, color, created_at, updated_at)
    select name_uz, name_ru, fold_uz, fold_ru, coords, color, moment, moment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as neighborhood (name_uz text, name_ru text, fold_uz text, fold_ru text, coords jsonb, color text,
        days int)
      cross join lateral (select now() - days * interval '1 day' as moment) as written`.execute(database);
}
