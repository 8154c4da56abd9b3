import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Deployment, TileSource } from '#kernel/contract/index.ts';

/** The path at which the archives of this server are mounted. */
export const basemapsPath = '/basemaps';

/** The basemaps that this installation offers. */
export interface Basemaps {
  /** In the order in which maps try them, with addresses for browsers. */
  readonly sources: readonly TileSource[];
  /** The file of an archive that this server serves; null if there is none of that name. */
  fileOf(id: string): string | null;
  /** Adds the basemap of the demonstration, as the default if the deployment configures none. */
  addDemo(file: string): Promise<void>;
}

/**
 * The sources in the product's own `deployment.json`, public servers; a deployment with only these has not chosen a
 * basemap.
 */
const publicIds: readonly string[] = ['osm', 'satellite', 'terrain', 'dark'];
const demoId = 'demo';

/** Creates the basemaps of a deployment; relative paths of archives start in the folder of its file. */
export async function createBasemaps(
  { tiles }: Pick<Deployment, 'tiles'>,
  base: string,
  log: Pick<Logger, 'warn'>,
): Promise<Basemaps> {
  const files = new Map<string, string>();
  async function serve(id: string, file: string): Promise<string> {
    files.set(id, file);
    const problem = await problemOf(file);
    if (problem !== null) log.warn({ basemap: id, file }, problem);
    return `${basemapsPath}/${id}.pmtiles`;
  }
  const named: TileSource[] = [];
  for (const source of tiles ?? []) {
    const { id, url } = source;
    named.push(url.startsWith('.') ? { ...source, url: await serve(id, resolve(base, url)) } : source);
  }
  let sources: readonly TileSource[] = named;
  return {
    get sources() {
      return sources;
    },
    fileOf: (id) => files.get(id) ?? null,
    async addDemo(file) {
      // An empty list means no basemap.
      if (tiles?.length === 0 || files.has(demoId)) return;
      const demo = { id: demoId, url: await serve(demoId, file) };
      const hasOwn = named.some(({ id, url }) => !publicIds.includes(id) || url.includes('.pmtiles'));
      sources = hasOwn ? [...named, demo] : [demo, ...named];
    },
  };
}

/** The problem of an archive, as far as its first bytes reveal it, or null. */
async function problemOf(file: string): Promise<string | null> {
  let handle;
  try {
    handle = await open(file);
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.toString('latin1') === 'PMTiles\u{3}'
      ? null
      : 'this basemap is not a PMTiles archive (version 3)';
  } catch {
    return 'the file of this basemap cannot be read';
  } finally {
    await handle?.close();
  }
}
