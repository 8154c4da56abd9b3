import { seedRecords } from '#kernel/records/server/crud/index.ts';
import type { Database } from '#kernel/server/plugins/api/index.ts';
import { citySize, drawCity } from './city-map.ts';
import { mahallas } from './mahalla-names.ts';

/** The fifteen colours of the map. */
const palette = [
  '#d64550',
  '#e2711d',
  '#e0a21b',
  '#8f9a1a',
  '#4e9a3a',
  '#2fa36b',
  '#0b7480',
  '#1f9cc2',
  '#1d5fd1',
  '#5a4fcf',
  '#8b46c9',
  '#b92f8a',
  '#96562f',
  '#59666d',
  '#172024',
];

/** Adds the map of Urganch: forty neighbourhoods that cover the city, neighbours in different colours. */
export function seedNeighborhoods(database: Database): Promise<void> {
  const seeds = drawCity(20_261_121).map((coords, index) => {
    const [uz = '', ru = ''] = mahallas[(index * 17) % mahallas.length] ?? [];
    const row = Math.floor(index / citySize.columns);
    const color = palette[((index % citySize.columns) * 4 + row * 7) % palette.length];
    return { uz, ru, daysAgo: 400 - ((index * 7) % 40), columns: { coords, color } };
  });
  return seedRecords(database, 'neighborhoods', seeds);
}
