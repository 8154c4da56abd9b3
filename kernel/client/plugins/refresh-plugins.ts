import { matchPath } from 'react-router-dom';
import { ref } from 'valtio';
import type { Registry } from '#kernel/contract/plugin/registry.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';
import { createSerialQueue } from '#kernel/domain/values/serial-queue.ts';
import { callWatch } from '../data/request.ts';
import { deploymentStore, loadDeployment } from '../deployment/deployment-store.ts';
import { loadTexts, reloadTexts } from '../i18n/i18n.ts';
import { loadedPlugin, loadPlugin, releasePlugins } from './plugin-clients.ts';
import {
  buildRegistry,
  clientAddresses,
  readRegistry,
  registryStore,
  setRegistry,
} from './registry-store.ts';

const refreshes = createSerialQueue();

/** Reads again which plugins are enabled, and updates menu, pages, slots and handlers without a reload. */
export function refreshPlugins(): Promise<void> {
  return refreshes(async () => {
    await follow();
    await loadBackground();
  });
}

async function follow(): Promise<void> {
  await loadDeployment();
  void followTraces().catch(() => undefined);
  const { registry: before, clients } = registryStore;
  const next = buildRegistry();
  const fingerprint = fingerprintOf(before, clients);
  const replaced = new Set(Object.keys(clients).filter((id) => clients[id] !== clientAddresses()[id]));
  if (fingerprint === fingerprintOf(next, clientAddresses())) return setRegistry(next);
  await reloadTexts(...[...replaced].filter((id) => next.isEnabled(id)));
  await loadTexts(
    ...next.enabled.filter(({ id, menu }) => menu && !before.isEnabled(id)).map(({ id }) => id),
  );
  const known = [...before.routes, ...registryStore.disabledRoutes];
  registryStore.disabledRoutes = ref(known.filter(({ plugin }) => !next.isEnabled(plugin)));
  setRegistry(next);
  const changed = before.enabled
    .map(({ id }) => id)
    .filter((id) => replaced.has(id) || !sameValues(before.config(id), next.config(id)));
  const atWork = changed.filter((id) => next.isEnabled(id) && loadedPlugin(id) !== undefined);
  releasePlugins([...before.enabled.filter(({ id }) => !next.isEnabled(id)).map(({ id }) => id), ...atWork]);
  // Running plugins restart with their new settings.
  await Promise.all(atWork.map((id) => loadPlugin(id)));
}

/** Loads the plugins that run on every page; a failed one is retried with the next connection. */
async function loadBackground(): Promise<void> {
  const ids = readRegistry().enabled.flatMap(({ id, background }) => (background ? [id] : []));
  await Promise.allSettled(ids.map((id) => loadPlugin(id)));
}

/** Reports clicks to a server that records traces; the code is loaded only then. A failure to load it is ignored. */
async function followTraces(): Promise<void> {
  const { traces } = deploymentStore.announced;
  if (!traces && !callWatch.begin) return;
  const { traceClicks } = await import('../tracing/trace-clicks.ts');
  traceClicks(traces, pageAt);
}

/** The route id of the page at a path; it contains no record id. */
function pageAt(path: string): string | null {
  return readRegistry().routes.find((route) => matchPath(route.path, path) !== null)?.id ?? null;
}

function fingerprintOf(registry: Registry, clients: Readonly<Record<string, string>>): string {
  return JSON.stringify(registry.enabled.map(({ id }) => [id, registry.config(id), clients[id]]));
}
