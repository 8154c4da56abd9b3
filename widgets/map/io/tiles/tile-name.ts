import type { MapTexts } from '../../model/text/texts.ts';
import type { TileSource } from './tile-source.ts';

const known = ['osm', 'satellite', 'terrain', 'dark', 'demo', 'none'] as const;

/** The name of a tile source: its own, that in the texts if the product names it, or its id. */
export function tileName(
  { id, name }: Pick<TileSource, 'id' | 'name'>,
  { tiles }: Pick<MapTexts, 'tiles'>,
  lang: string = 'uz',
): string {
  const own = typeof name === 'string' ? name : (name?.[lang] ?? name?.['uz']);
  const usual = known.find((one) => one === id);
  return own ?? (usual ? tiles[usual] : id);
}
