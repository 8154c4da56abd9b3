import { writeArchive } from './archive.ts';
import { cutTiles } from './cut-tiles.ts';
import { drawCity, type CityRecords } from './draw-city.ts';

/**
 * Makes the map of the demonstration: vector tiles in a PMTiles archive. The same records yield the same
 * bytes.
 */
export function makeMap(records: CityRecords): Buffer {
  const positions = records.neighborhoods.flatMap(({ coords }) => coords);
  const latitudes = positions.map(([latitude]) => latitude);
  const longitudes = positions.map(([, longitude]) => longitude);
  const layers = drawCity(records);
  return writeArchive(cutTiles(layers), {
    bounds: [
      Math.min(...longitudes),
      Math.min(...latitudes),
      Math.max(...longitudes),
      Math.max(...latitudes),
    ],
    metadata: {
      name: 'Urganch',
      vector_layers: Object.entries(layers).map(([id, { features }]) => ({
        id,
        fields: Object.fromEntries(
          features.flatMap(({ properties }) => Object.keys(properties ?? {})).map((key) => [key, 'String']),
        ),
      })),
    },
  });
}
