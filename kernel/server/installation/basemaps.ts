import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Deployment, TileSource } from '#kernel/contract/index.ts';

/** The path at which the archives of this server are mounted. */
export const basemapsPath = '/basemaps';

/** The basemaps that this installation offers. */
export interface Basemaps {
  /** In the order in which maps try them, with addresses for browsers. */
  sources(): Promise<readonly TileSource[]>;
  /** The file of an archive that this server serves; null if there is none of that name. */
  fileOf(id: string): Promise<string | null>;
}

/**
 * The sources in the product's own `deployment.json`, public servers; a deployment with only these has not chosen a
 * basemap.
 */
const publicIds: readonly string[] = ['osm', 'satellite', 'terrain', 'dark'];
const demoId = 'demo';

/**
 * Creates the basemaps of a deployment; relative paths of archives start in the folder of its file. `readDemoFile` returns
 * the archive of the demonstration, or null; it is the default if the deployment configures none.
 */
export async function createBasemaps(
  { tiles }: Pick<Deployment, 'tiles'>,
  base: string,
  { log, readDemoFile }: { log: Pick<Logger, 'warn'>; readDemoFile(): Promise<string | null> },
): Promise<Basemaps> {
  const own = (tiles ?? []).map((source) =>
    source.url.startsWith('.')
      ? { source: { ...source, url: addressOf(source.id) }, file: resolve(base, source.url) }
      : { source, file: null },
  );
  const named = own.map(({ source }) => source);
  const files = new Map(
    own.flatMap(({ source: { id }, file }) => (file === null ? [] : [[id, file] as const])),
  );
  for (const [basemap, file] of files) await isArchive(basemap, file);
  // An empty list means no basemap.
  const mayOfferDemo = tiles?.length !== 0 && !files.has(demoId);
  let demoFile: Promise<string | null> | null = mayOfferDemo ? null : Promise.resolve(null);

  async function isArchive(basemap: string, file: string): Promise<boolean> {
    const problem = await problemOf(file);
    if (problem !== null) log.warn({ basemap, file }, problem);
    return problem === null;
  }

  async function findDemo(): Promise<string | null> {
    const file = await readDemoFile();
    return file !== null && (await isArchive(demoId, file)) ? file : null;
  }

  /** Read with the first call: an installation is seeded once, after its services were built. */
  function demo(): Promise<string | null> {
    // Without the database, maps keep the other basemaps.
    demoFile ??= findDemo().catch(() => (demoFile = null));
    return demoFile;
  }

  return {
    async sources() {
      if ((await demo()) === null) return named;
      const source = { id: demoId, url: addressOf(demoId) };
      const hasOwn = named.some(({ id, url }) => !publicIds.includes(id) || url.includes('.pmtiles'));
      return hasOwn ? [...named, source] : [source, ...named];
    },
    fileOf: async (id) => files.get(id) ?? (id === demoId ? demo() : null),
  };
}

function addressOf(id: string): string {
  return `${basemapsPath}/${id}.pmtiles`;
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
