import { Readable } from 'node:stream';
import { fail, type Manifest } from '#kernel/contract/index.ts';
import { nobody } from '../../audit/write-audit.ts';
import { inTransaction } from '../transactions/effects.ts';
import type { Jobs } from '../../jobs/scheduler.ts';
import type { ServerContext } from '../api/index.ts';
import type { Runtime } from '../../services/runtime.ts';

/** What the kernel offers one plugin from its start on. */
export function createContext(runtime: Runtime, manifest: Manifest, jobs: Jobs): ServerContext {
  return {
    get config() {
      return (runtime.upcoming ?? runtime.registry).config(manifest.id);
    },
    timeZone: runtime.deployment.timeZone,
    deploymentName: runtime.deployment.branding.name,
    get pages() {
      return runtime.registry.routes;
    },
    get permissions() {
      return runtime.registry.permissions;
    },
    get notices() {
      return runtime.registry.notices;
    },
    get plugins() {
      if (!runtime.pluginManager) throw fail('unavailable', { retryAfter: 1 });
      return runtime.pluginManager;
    },
    log: runtime.log.child({ plugin: manifest.id }),
    vault: runtime.vault,
    text: (language, key, params) => runtime.texts.find(language, key, params) ?? key,
    database: runtime.database,
    transaction: (work) => inTransaction(runtime, nobody, work),
    fileUrl: (fileId, sessionId) => runtime.files.url(fileId, sessionId),
    async keepFile({ name, mimetype, bytes }, adminId, database) {
      const stream = Readable.from([bytes]);
      const received = await runtime.files.receive({ stream, name, mimetype, maxBytes: bytes.length });
      try {
        const [kept] = await runtime.files.keep([received], adminId, database);
        if (!kept) throw new Error('a stored file has no row');
        return kept;
      } catch (error) {
        await runtime.files.discard([received]);
        throw error;
      }
    },
    broadcastToNodes: (database) => runtime.nodeMessages.broadcast(manifest.id, database),
    onNodeMessage: (listener) => runtime.nodeMessages.subscribe(manifest.id, listener),
    every: (name, milliseconds, work) => jobs.every(`${manifest.id}.${name}`, milliseconds, work),
  };
}
