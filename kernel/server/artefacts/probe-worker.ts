import { parentPort, workerData } from 'node:worker_threads';
import { isServerPlugin, type ServerPlugin } from '../api/index.ts';
import { manifestToJson } from './manifest-json.ts';
import type { ProbeResult } from './probe.ts';
import { shareModules } from './shared-modules-hook.ts';

/**
 * A stand-in for a context: every property and every call returns the same object; it cannot be awaited or iterated.
 */
const anything: object = new Proxy(() => anything, {
  get: (_target, key) => (typeof key === 'symbol' || key === 'then' ? undefined : anything),
});

shareModules();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- the port of a thread has no origin
parentPort?.postMessage(await probe(workerData as string));

/** Loads a server module and inspects its exports. */
async function probe(address: string): Promise<ProbeResult> {
  try {
    const exported = Object.values((await import(address)) as object).filter(isServerPlugin);
    const [plugin] = exported;
    if (!plugin || exported.length > 1)
      return { problem: `it must export exactly one defineServer(…), and exports ${exported.length}` };
    return { manifest: manifestToJson(plugin.manifest), calls: callsOf(plugin) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The calls of a module; null if creating it needs a real context. */
function callsOf(plugin: ServerPlugin): readonly string[] | null {
  try {
    const create = plugin.create as (context: unknown) => ReturnType<ServerPlugin['create']>;
    const { routes = [] } = create(anything);
    return routes.map(({ method, path }) => `${method} ${path}`);
  } catch {
    return null;
  }
}
