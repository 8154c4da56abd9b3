import { palette } from '#kernel/domain/geo/palette.ts';
import { seedRecords } from '#kernel/plugin-api/demo.ts';
import type { Database } from '#kernel/plugin-api/server.ts';
import { citySize, drawCity } from './city-map.ts';
import { mahallas } from './mahalla-names.ts';

/** Adds the map of Urganch: forty neighbourhoods that cover the city; adjacent ones differ in colour. */
export function seedNeighborhoods(database: Database): Promise<void> {
  const seeds = drawCity(20_261_121).map((coords, index) => {
    const [uz = '', ru = ''] = mahallas[(index * 17) % mahallas.length] ?? [];
    const row = Math.floor(index / citySize.columns);
    const color = palette[((index % citySize.columns) * 4 + row * 7) % palette.length];
    return { uz, ru, daysAgo: 400 - ((index * 7) % 40), columns: { coords, color } };
  });
  return seedRecords(database, 'neighborhoods', seeds);
}
