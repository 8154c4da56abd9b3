import type { StyleSpecification } from 'maplibre-gl';
import { isArchive, maplibreUrl } from './archive-url.ts';
import publicSources from './public-sources.json' with { type: 'json' };

/** The source of the tiles under the shapes. */
export interface TileSource {
  /** `osm`, `satellite`, `terrain`, `dark`, or a name defined by the deployment. */
  readonly id: string;
  /** Its name, for all languages or by language; the texts have names for the first four ids. */
  readonly name?: string | Readonly<Record<string, string>> | undefined;
  /**
   * An address with `{z}`, `{x}` and `{y}`; that of a PMTiles archive, which ends in `.pmtiles` or starts
   * with `pmtiles://`; or that of a MapLibre style, which ends in `.json`.
   */
  readonly url: string;
  /** The attribution as plain text, never HTML. */
  readonly attribution?: string | undefined;
  readonly maxZoom?: number | undefined;
  readonly tileSize?: number | undefined;
}

/** The four public tile servers that the specification names; a deployment can name its own instead. */
export const publicTiles: readonly TileSource[] = publicSources;

/** The id of the source and its layer in the MapLibre style. */
const sourceId = 'images';

/** The MapLibre style of a tile source of images, or the address of its own style. */
export function imageStyle(source: TileSource): StyleSpecification | string {
  if (isStyle(source)) return source.url;
  const { url, maxZoom } = source;
  // An archive has its own zoom range.
  const where = isArchive(url)
    ? { url: maplibreUrl(url), ...(maxZoom !== undefined && { maxzoom: maxZoom }) }
    : { tiles: [url], maxzoom: maxZoom ?? 19 };
  return {
    version: 8,
    sources: {
      [sourceId]: {
        type: 'raster',
        ...where,
        tileSize: source.tileSize ?? 256,
      },
    },
    layers: [{ id: sourceId, type: 'raster', source: sourceId, paint: { 'raster-fade-duration': 0 } }],
  };
}

/** The address of a tile within its source. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The URL of a tile; null if the source has its own scheme. */
export function tileUrl({ url }: TileSource, { z, x, y }: TileAddress): string | null {
  if (!url.includes('{z}')) return null;
  return url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
}

/** Whether the address is that of a complete style. */
function isStyle({ url }: TileSource): boolean {
  return /\.json([?#]|$)/.test(url) && !url.includes('{z}');
}
