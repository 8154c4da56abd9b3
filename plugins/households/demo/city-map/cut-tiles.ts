import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { ArchivedTile } from './archive.ts';

/** The layers of a map: GeoJSON by layer name. */
export type MapLayers = Readonly<Record<string, GeoJSON.FeatureCollection>>;

/** The last zoom with its own tiles, which resolve half a metre. */
const maxZoom = 14;

/** Cuts layers into vector tiles of the zooms 0 to 14; empty ones are left out. */
export function cutTiles(layers: MapLayers): ArchivedTile[] {
  const indexes = Object.entries(layers).map(
    ([name, data]) =>
      [name, new GeoJSONVT(data, { maxZoom, indexMaxZoom: maxZoom, indexMaxPoints: 0 })] as const,
  );
  const tiles: ArchivedTile[] = [];
  const cut = (z: number, x: number, y: number): void => {
    const parts = indexes.flatMap(([name, index]): [string, GeoJSONVTTile][] => {
      const tile = index.getTile(z, x, y);
      return tile && tile.features.length > 0 ? [[name, tile]] : [];
    });
    if (parts.length === 0) return;
    tiles.push({ z, x, y, bytes: fromGeojsonVt(Object.fromEntries(parts), { version: 2, extent: 4096 }) });
    if (z === maxZoom) return;
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      cut(z + 1, x * 2 + right, y * 2 + down);
  };
  cut(0, 0, 0);
  return tiles;
}
