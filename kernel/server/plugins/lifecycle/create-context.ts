import { Readable } from 'node:stream';
import type { Manifest } from '#kernel/contract/index.ts';
import { nobody } from '../../audit/write-audit.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { PluginManager, ServerContext } from '../../api/index.ts';
import { inTransaction } from '../../transactions/effects.ts';

/** What the kernel offers one plugin from its start on. */
export function createContext(
  services: ServerServices,
  manifest: Manifest,
  manager: () => PluginManager,
): ServerContext {
  const { deployment, plugins, files, nodeMessages, jobs, texts } = services;
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
    text: (language, key, params) => texts.find(language, key, params) ?? key,
    database: services.database,
    transaction: (work) => inTransaction(services, { actor: nobody, manifest }, work),
    fileUrl: (fileId, sessionId) => files.url(fileId, sessionId),
    async keepFile({ name, mimetype, bytes }, adminId, database) {
      const stream = Readable.from([bytes]);
      const received = await files.receive({ stream, name, mimetype, maxBytes: bytes.length });
      try {
        const [file] = await files.keep([received], adminId, database);
        if (!file) throw new Error('a stored file has no row');
        return file;
      } catch (error) {
        await files.discard([received]);
        throw error;
      }
    },
    broadcastToNodes: (database) => nodeMessages.broadcast(manifest.id, database),
    onNodeMessage: (listener) => nodeMessages.subscribe(manifest.id, listener),
    every: (name, milliseconds, work) => jobs.every(`${manifest.id}.${name}`, milliseconds, work),
  };
}
