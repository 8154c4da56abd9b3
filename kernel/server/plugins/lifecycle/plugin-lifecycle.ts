import { migrate } from '../../database/migrations/migrate.ts';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { PluginManager, ServerContext } from '../../api/index.ts';
import type { InstalledPlugin } from '../discovery/discover-plugins.ts';
import { Readable } from 'node:stream';
import type { Manifest } from '#kernel/contract/index.ts';
import { nobody } from '../../audit/write-audit.ts';
import { inTransaction } from '../../transactions/effects.ts';

/** Loads, starts and stops single plugins, and knows which of them run. */
export interface PluginLifecycle {
  /** Plugins that run, with the settings that they were started with, as JSON. */
  readonly running: ReadonlyMap<string, string>;
  /** Loads a plugin's module and migrates its tables; null where it has no module. */
  load(plugin: InstalledPlugin): Promise<LoadedPlugin | null>;
  /** Starts a plugin; after an error the caller stops it, since it may have begun something. */
  start(id: string): Promise<void>;
  /** Stops a plugin with its jobs and its messages; errors are logged. */
  stop(id: string): Promise<void>;
  /** Stops every plugin that runs, those required last. */
  stopAll(): Promise<void>;
}

/** Makes the lifecycle of a server's plugins; `manager` is what their contexts offer. */
export function createPluginLifecycle(
  services: ServerServices,
  manager: () => PluginManager,
): PluginLifecycle {
  const { plugins, pool, jobs, nodeMessages, log } = services;
  const running = new Map<string, string>();

  async function stop(id: string): Promise<void> {
    running.delete(id);
    await jobs.stop(`${id}.`);
    try {
      await nodeMessages.unsubscribe(id);
      await plugins.find(id)?.module.stop?.();
    } catch (error) {
      log.error({ err: error, plugin: id }, 'a plugin did not stop cleanly');
    }
  }

  return {
    running,
    async load({ manifest, migrations, load }) {
      const plugin = await load();
      if (!plugin) return null;
      const role = (await services.wall?.prepareRole(pool, manifest)) ?? null;
      if (migrations) await migrate(pool, [{ plugin: manifest.id, folder: migrations, role }]);
      const context = createContext(services, manifest, manager);
      return { id: manifest.id, manifest, migrations, module: plugin.create(context), context };
    },
    async start(id) {
      const loaded = plugins.find(id);
      await loaded?.module.start?.(loaded.context);
      running.set(id, JSON.stringify(plugins.settings.config(id)));
    },
    stop,
    async stopAll() {
      for (const { id } of plugins.loaded.toReversed()) if (running.has(id)) await stop(id);
    },
  };
}

/** What the kernel offers one plugin from its start on. */
export function createContext(
  services: ServerServices,
  manifest: Manifest,
  manager: () => PluginManager,
): ServerContext {
  const { deployment, plugins, files, nodeMessages, jobs, texts, wall, database } = services;
  return {
    get config() {
      return plugins.settings.config(manifest.id);
    },
    timeZone: deployment.timeZone,
    deploymentName: deployment.branding.name,
    get pages() {
      return plugins.registry.routes;
    },
    get permissions() {
      return plugins.registry.permissions;
    },
    get notices() {
      return plugins.registry.notices;
    },
    get plugins() {
      return manager();
    },
    log: services.log.child({ plugin: manifest.id }),
    vault: services.vault,
    passwords: services.passwords,
    readSheet: services.readSheet,
    text: (language, key, params) => texts.find(language, key, params) ?? key,
    database: wall?.handleFor(database, manifest.id) ?? database,
    transaction: (work) => inTransaction(services, { actor: nobody, manifest }, work),
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
    broadcastToNodes: (transaction) => nodeMessages.broadcast(manifest.id, transaction),
    onNodeMessage: (listener) => nodeMessages.subscribe(manifest.id, listener),
    every: (name, milliseconds, work) => jobs.every(`${manifest.id}.${name}`, milliseconds, work),
  };
}
