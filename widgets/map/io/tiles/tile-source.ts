import type { StyleSpecification } from 'maplibre-gl';
import publicSources from './public-sources.json' with { type: 'json' };

/** Where the pictures under the shapes come from. */
export interface TileSource {
  /** `osm`, `satellite`, `terrain`, `dark`, or a name of the deployment's own. */
  readonly id: string;
  /** What people call it, in every language or in each; the texts have names for the first four ids. */
  readonly name?: string | Readonly<Record<string, string>> | undefined;
  /**
   * An address with `{z}`, `{x}` and `{y}`; `pmtiles://` and the address of an archive of pictures; or the address of
   * a MapLibre style that ends in `.json`.
   */
  readonly url: string;
  /** Whom to thank; plain text, never HTML. */
  readonly attribution?: string | undefined;
  readonly maxZoom?: number | undefined;
  readonly tileSize?: number | undefined;
}

/** The four public tile servers that the specification names; a deployment can name its own instead. */
export const publicTiles: readonly TileSource[] = publicSources;

/** Names of the source and its layer in the style that the map is given. */
export const sourceId = 'ground';

/** The style of a map that shows one tile source and nothing else. */
export function styleOf(source: TileSource): StyleSpecification | string {
  if (isStyle(source)) return source.url;
  const { url, maxZoom } = source;
  // An archive says itself how deep it goes.
  const where = url.startsWith('pmtiles:')
    ? { url, ...(maxZoom !== undefined && { maxzoom: maxZoom }) }
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

/** Which picture of a source is meant. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Where one picture is; null where the source names them itself. */
export function tileUrl({ url }: TileSource, { z, x, y }: TileAddress): string | null {
  if (!url.includes('{z}')) return null;
  return url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
}

/** Whether the address is that of a whole style. */
export function isStyle({ url }: TileSource): boolean {
  return /\.json([?#]|$)/.test(url) && !url.includes('{z}');
}
