import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Database } from '../api/index.ts';
import { importServer, type InstalledPlugin } from '../api/installed-plugin.ts';
import { readArchive, type ArtefactFiles } from './archive.ts';
import { readArchiveBytes, readArtefacts, type StoredArtefact } from './artefact-store.ts';
import { readArtefact, type Artefact } from './artefact.ts';
import { artefactFolder } from './shared-modules-hook.ts';

/** An external plugin that is unpacked on this node. */
export interface ExternalPlugin extends InstalledPlugin {
  readonly digest: string;
  readonly artefact: Artefact;
  /** The address of its server module, for `import`. */
  readonly server: string;
}

/** The external plugins of this node. */
export interface ExternalPlugins {
  /** The installed plugins, as of the last refresh. */
  readonly installed: readonly ExternalPlugin[];
  /** Artefacts that are waiting to be installed by a node. */
  readonly candidates: readonly StoredArtefact[];
  find(id: string): ExternalPlugin | undefined;
  /** Reads the installed plugins again and unpacks new ones; those that cannot be read are logged and skipped. */
  refresh(): Promise<void>;
  /** Unpacks an artefact; throws `PluginRejected`. */
  unpack(stored: StoredArtefact): Promise<ExternalPlugin>;
}

/** Tracks the artefacts in the database; `isTrusted` tells whether this deployment lets one run. */
export function createExternalPlugins(given: {
  database: Database;
  data: string;
  log: Logger;
  isTrusted: (artefact: Artefact) => boolean;
}): ExternalPlugins {
  const { database, data, log, isTrusted } = given;
  const unpacked = new Map<string, ExternalPlugin>();
  let installed: readonly ExternalPlugin[] = [];
  let candidates: readonly StoredArtefact[] = [];

  async function unpack(stored: StoredArtefact): Promise<ExternalPlugin> {
    const known = unpacked.get(stored.digest);
    if (known) return known;
    const files = await readArchive(await readArchiveBytes(database, stored.id));
    const artefact = await readArtefact(files);
    const folder = join(data, artefactFolder, artefact.manifest.id, artefact.digest);
    if (!existsSync(folder)) await writeFiles(folder, files);
    const plugin = pluginAt(folder, artefact);
    unpacked.set(stored.digest, plugin);
    return plugin;
  }

  async function unpackOrLeave(stored: StoredArtefact): Promise<ExternalPlugin[]> {
    try {
      const plugin = await unpack(stored);
      if (isTrusted(plugin.artefact)) return [plugin];
      log.error(
        { plugin: stored.plugin },
        'an external plugin is no longer trusted by the deployment and was skipped',
      );
    } catch (error) {
      log.error({ err: error, plugin: stored.plugin }, 'an external plugin cannot be read and was skipped');
    }
    return [];
  }

  return {
    get installed() {
      return installed;
    },
    get candidates() {
      return candidates;
    },
    find: (id) => installed.find(({ manifest }) => manifest.id === id),
    async refresh() {
      const stored = await readArtefacts(database);
      candidates = stored.filter(({ state }) => state === 'candidate');
      const current = stored.filter(({ state }) => state === 'current');
      installed = (await Promise.all(current.map(unpackOrLeave))).flat();
      const digests = new Set(stored.map(({ digest }) => digest));
      for (const digest of unpacked.keys()) if (!digests.has(digest)) unpacked.delete(digest);
    },
    unpack,
  };
}

function pluginAt(folder: string, artefact: Artefact): ExternalPlugin {
  const server = pathToFileURL(join(folder, 'server.js')).href;
  return {
    manifest: artefact.manifest,
    digest: artefact.digest,
    artefact,
    server,
    migrations: artefact.migrations.length > 0 ? pathToFileURL(join(folder, 'migrations/')) : null,
    load: async () => (artefact.hasServer ? importServer(server) : null),
  };
}

/** Writes all files or none: a killed node must not leave a partial plugin. */
async function writeFiles(folder: string, files: ArtefactFiles): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}-`);
  for (const [path, content] of files) {
    const file = join(temporary, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  try {
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process with the same data folder was faster.
    if (!existsSync(folder)) throw error;
  }
}
