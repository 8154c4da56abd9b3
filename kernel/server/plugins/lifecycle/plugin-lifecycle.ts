import { installTriggers } from '../../history/install-triggers.ts';
import { migrate } from '../../database/migrations/migrate.ts';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { Database, PluginManager, ServerContext } from '../../api/index.ts';
import type { InstalledPlugin } from '../../api/installed-plugin.ts';
import { Readable } from 'node:stream';
import type { Manifest, Registry } from '#kernel/contract/index.ts';
import { nobody } from '../../audit/write-audit.ts';
import { eraseCitizen } from '../../erasure/erase-person.ts';
import { inTransaction } from '../../transactions/effects.ts';

/** Loads, starts and stops single plugins, and tracks which are running; `manager` is the manager in their contexts. */
export interface PluginLifecycle {
  /** Running plugins, with the fingerprint of their settings and, for external ones, of their artefact. */
  readonly running: ReadonlyMap<string, string>;
  /** The fingerprint of the settings and artefact with which a plugin would be started now. */
  fingerprint(id: string, registry: Registry): string;
  /** Loads a plugin's module and migrates its tables; null if it has no module. */
  load(plugin: InstalledPlugin, manager: PluginManager): Promise<LoadedPlugin | null>;
  /** Creates a plugin's module without migrating; its context may use an open transaction. */
  create(plugin: InstalledPlugin, manager: PluginManager, database?: Database): Promise<LoadedPlugin | null>;
  /** Starts a plugin; after an error the caller must stop it, since it may be partly started. */
  start(id: string): Promise<void>;
  /** Stops a plugin with its jobs and node messages; errors are logged. */
  stop(id: string): Promise<void>;
  /** Stops all running plugins, required ones last. */
  stopAll(): Promise<void>;
}

/** Creates the lifecycle of a server's plugins. */
export function createPluginLifecycle(services: ServerServices): PluginLifecycle {
  const { plugins, pool, log, external, wall } = services;
  const running = new Map<string, string>();

  function fingerprint(id: string, registry: Registry): string {
    return JSON.stringify([registry.config(id), plugins.find(id)?.digest ?? external.find(id)?.digest]);
  }

  async function create(
    plugin: InstalledPlugin,
    manager: PluginManager,
    database?: Database,
  ): Promise<LoadedPlugin | null> {
    const server = await plugin.load();
    if (!server) return null;
    const { migrations, digest } = plugin;
    // Events of an external plugin are validated with the schemas of its own code.
    const { manifest } = digest === undefined ? plugin : server;
    const handle = database ?? wall?.handleFor(services.database, manifest.id) ?? services.database;
    const context = createContext(services, manifest, manager, handle);
    return { id: manifest.id, manifest, migrations, module: server.create(context), context, digest };
  }

  async function stop(id: string): Promise<void> {
    running.delete(id);
    try {
      await inTime(plugins.find(id), 'stop', () => end(services, id));
    } catch (error) {
      log.error({ err: error, plugin: id }, 'a plugin did not stop cleanly');
    }
  }

  return {
    running,
    fingerprint,
    create,
    async load(plugin, manager) {
      const { manifest, migrations, digest } = plugin;
      if (!(await plugin.load())) return null;
      // The migrations of an external plugin were applied at its installation.
      const role = (await wall?.prepareRole(services.database, manifest)) ?? null;
      if (migrations && digest === undefined) {
        await migrate(pool, [{ plugin: manifest.id, folder: migrations, role }]);
      }
      const loaded = await create(plugin, manager);
      await installTriggers(services.database, loaded?.module.history ?? []);
      return loaded;
    },
    async start(id) {
      const loaded = plugins.find(id);
      await inTime(loaded, 'start', async () => loaded?.module.start?.(loaded.context));
      running.set(id, fingerprint(id, plugins.settings));
    },
    stop,
    async stopAll() {
      for (const { id } of plugins.loaded.toReversed()) if (running.has(id)) await stop(id);
    },
  };
}

async function end({ jobs, nodeMessages, plugins }: ServerServices, id: string): Promise<void> {
  await jobs.stop(`${id}.`);
  await nodeMessages.unsubscribe(id);
  await plugins.find(id)?.module.stop?.();
}

/**
 * Milliseconds that an external plugin may take to start or stop, since everything about plugins waits for it,
 * including the start of the server.
 */
const timeoutMs = 8000;

async function inTime(
  plugin: LoadedPlugin | undefined,
  what: 'start' | 'stop',
  work: () => Promise<void>,
): Promise<void> {
  if (plugin?.digest === undefined) return work();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`its ${what} did not end within ${timeoutMs / 1000} seconds`)),
    timeoutMs,
  );
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the services of one plugin. */
export function createContext(
  services: ServerServices,
  manifest: Manifest,
  manager: PluginManager,
  database: Database,
): ServerContext {
  const { deployment, plugins, files, nodeMessages, jobs, texts } = services;
  const own = database === services.database ? services : { ...services, database };
  return {
    get config() {
      return plugins.settings.config(manifest.id);
    },
    timeZone: deployment.timeZone,
    deploymentName: deployment.branding.name,
    privacy: deployment.privacy,
    get pages() {
      return plugins.registry.routes;
    },
    get permissions() {
      return plugins.registry.permissions;
    },
    get notices() {
      return plugins.registry.notices;
    },
    plugins: manager,
    log: services.log.child({ plugin: manifest.id }),
    vault: services.vault,
    passwords: services.passwords,
    readSheet: services.readSheet,
    countryOf: (address) => services.countries.of(address),
    text: (language, key, params) => texts.find(language, key, params) ?? key,
    database,
    transaction: (work, onBehalf) =>
      inTransaction(own, { actor: { ...nobody, ...onBehalf }, manifest }, work),
    fileUrl: (fileId, sessionId) => files.url(fileId, sessionId),
    async keepFile({ name, mimetype, bytes }, adminId, transaction) {
      const stream = Readable.from([bytes]);
      const received = await files.receive({ stream, name, mimetype, maxBytes: bytes.length });
      try {
        const [file] = await files.keep([received], adminId, transaction);
        if (!file) throw new Error('a stored file has no row');
        return file;
      } catch (error) {
        await files.discard([received]);
        throw error;
      }
    },
    deleteFiles: (fileIds, transaction) => files.forget(fileIds, transaction),
    erasePerson: (citizenId, effects) => eraseCitizen(services, citizenId, effects),
    openFile: async (fileId) => (await files.open(fileId))?.stream ?? null,
    broadcastToNodes: (transaction) => nodeMessages.broadcast(manifest.id, transaction),
    onNodeMessage: (listener) => nodeMessages.subscribe(manifest.id, listener),
    every: (name, milliseconds, work) => jobs.every(`${manifest.id}.${name}`, milliseconds, work),
  };
}
