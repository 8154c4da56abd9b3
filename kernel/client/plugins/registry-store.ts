import { useCallback } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { z } from 'zod';
import { type Manifest, pluginOf } from '#kernel/contract/plugin/manifest.ts';
import { createRegistry, type RegisteredRoute, type Registry } from '#kernel/contract/plugin/registry.ts';
import { type AnnouncedPlugin, deploymentStore } from '../deployment/deployment-store.ts';
import { useTextOf } from '../i18n/i18n.ts';

const found = import.meta.glob<Record<string, unknown>>('/plugins/*/manifest.ts', { eager: true });

/** The plugins of this build. */
const builtIn: readonly Manifest[] = Object.entries(found).map(([path, module]) => pluginOf(module, path));

/** The registry of enabled plugins, and the pages of those that were disabled while this window was open. */
export const registryStore = proxy<{
  registry: Registry;
  disabledRoutes: readonly RegisteredRoute[];
  /** Addresses of external plugins' client modules by plugin id; they differ between versions. */
  clients: Readonly<Record<string, string>>;
}>({
  registry: ref(buildRegistry()),
  disabledRoutes: ref([]),
  clients: ref(clientAddresses()),
});

/** The announcement from which the registry was built. */
let source: unknown = null;

/** Rebuilds the registry from the announcement. */
export function refreshRegistry(): void {
  const { announced } = deploymentStore;
  if (source === announced) return;
  source = announced;
  setRegistry(buildRegistry());
}

/** Sets the registry and updates every screen. */
export function setRegistry(registry: Registry): void {
  registryStore.registry = ref(registry);
  registryStore.clients = ref(clientAddresses());
}

/** Returns the addresses of external plugins' client modules by plugin id, as last announced. */
export function clientAddresses(): Readonly<Record<string, string>> {
  const announced = deploymentStore.announced.plugins ?? [];
  return Object.fromEntries(
    announced.flatMap(({ id, external }) => (external?.client ? [[id, external.client]] : [])),
  );
}

/** The address of an external plugin's client module; renders again when it changes. */
export function useClientAddress(plugin: string): string | undefined {
  return useSnapshot(registryStore).clients[plugin];
}

/** The enabled plugins; outside of components. */
export function readRegistry(): Registry {
  return registryStore.registry as Registry;
}

/** The registry of plugins; renders again when it changes. */
export function useRegistry(): Registry {
  return useSnapshot(registryStore).registry as Registry;
}

/** The announcement of a plugin, if there is one. */
export function announcedOf(id: string): AnnouncedPlugin | undefined {
  return deploymentStore.announced.plugins?.find((plugin) => plugin.id === id);
}

/** The capabilities that the server announces for a plugin. */
export function useCapabilities(pluginId: string): readonly string[] {
  const { announced } = useSnapshot(deploymentStore);
  return announced.plugins?.find((plugin) => plugin.id === pluginId)?.capabilities ?? [];
}

/** Builds the registry from the last announcement. */
export function buildRegistry(): Registry {
  const externalManifests = (deploymentStore.announced.plugins ?? []).flatMap(({ external }) =>
    external ? [externalManifest(external.manifest)] : [],
  );
  const manifests = [...builtIn, ...externalManifests].map(withoutMissingPages);
  const ids = new Set(manifests.map(({ id }) => id));
  const announced = announcedPlugins();
  const settings = announced
    .filter(({ id }) => ids.has(id))
    .map(({ id, enabled, config }) => [
      id,
      { enabled, onFailure: 'quarantine' as const, config: usable(manifests, id, config) },
    ]);
  return createRegistry(manifests, { plugins: Object.fromEntries(settings) });
}

/** The announced plugins; without an announcement, all plugins of this build with the settings of the specification. */
function announcedPlugins(): readonly AnnouncedPlugin[] {
  const { plugins, served } = deploymentStore.announced;
  const ours = new Set(builtIn.filter(({ announcedOnly }) => announcedOnly).map(({ id }) => id));
  const all = plugins ?? builtIn.map(({ id }) => unannounced(id));
  return served && plugins ? all : all.filter(({ id }) => !ours.has(id));
}

function unannounced(id: string): AnnouncedPlugin {
  return { id, enabled: true, reason: null, capabilities: [], config: {} };
}

/** Removes the pages and menu entries whose capability the server does not announce. */
function withoutMissingPages(manifest: Manifest): Manifest {
  const capabilities = announcedOf(manifest.id)?.capabilities ?? [];
  const isThere = ([key]: readonly [string, unknown]) => {
    const capability = manifest.routes?.[key]?.capability;
    return capability === undefined || capabilities.includes(capability);
  };
  // Returns the same object if nothing is missing, as comparisons expect.
  if (Object.entries(manifest.routes ?? {}).every(isThere)) return manifest;
  const those = <Declaration>(declarations: Readonly<Record<string, Declaration>> = {}) =>
    Object.fromEntries(Object.entries(declarations).filter(isThere));
  return { ...manifest, routes: those(manifest.routes), menu: those(manifest.menu) };
}

const anyObject = z.looseObject({});

/**
 * The manifest of an external plugin, which the server has validated. Its schemas are not needed here: its own code
 * validates payloads.
 */
function externalManifest(json: Manifest): Manifest {
  const loosely = <Declaration extends object>(declarations: Readonly<Record<string, Declaration>> = {}) =>
    Object.fromEntries(
      Object.entries(declarations).map(([key, one]) => [key, { ...one, payload: anyObject }]),
    );
  return { ...json, config: anyObject, events: loosely(json.events), notices: loosely(json.notices) };
}

/** Drops settings that this build does not know: a newer server must not disable a plugin here. */
function usable(
  manifests: readonly Manifest[],
  id: string,
  config: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const schema = manifests.find((manifest) => manifest.id === id)?.config;
  if (!schema) return {};
  const known = Object.entries(config).filter(([key]) => schema === anyObject || key in schema.shape);
  const given = Object.fromEntries(known);
  return schema.safeParse(given).success ? given : {};
}

/** Returns the label of a menu entry, `<plugin>:menu.<key>`. */
export function useMenuLabel(): (key: string) => string {
  const ids = useRegistry()
    .enabled.filter(({ menu }) => menu !== undefined)
    .map(({ id }) => id);
  const t = useTextOf(['kernel', ...ids]);
  return useCallback((key: string) => t(key), [t]);
}
