import type { TileSource } from '../io/tiles/tile-source.ts';

const listAddress = '/widgets/tiles.json';

let asked: Promise<readonly TileSource[]> | null = null;

/** The tile sources of the server that this script came from, loaded once for all maps of a page. */
export function serverTiles(): Promise<readonly TileSource[]> {
  asked ??= ask(new URL(listAddress, import.meta.url)).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

async function ask(address: URL): Promise<readonly TileSource[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return readTiles(await answer.json(), address.origin);
}

/** Reads the sources for pages on other sites: relative addresses get the origin of the server. */
export function readTiles(answer: unknown, origin: string): readonly TileSource[] {
  if (!Array.isArray(answer)) return [];
  return answer
    .filter((one): one is TileSource => typeof one?.id === 'string' && typeof one.url === 'string')
    .map((source) => ({ ...source, url: source.url.replace(/^(pmtiles:\/\/)?(?=\/)/, `$1${origin}`) }));
}
