import { useCallback } from 'react';
import { proxy, ref, useSnapshot } from 'valtio';
import { z } from 'zod';
import { type Manifest, pluginOf } from '#kernel/contract/plugin/manifest.ts';
import { createRegistry, type RegisteredRoute, type Registry } from '#kernel/contract/plugin/registry.ts';
import { type AnnouncedPlugin, deploymentStore } from '../deployment/deployment-store.ts';
import { useTextOf } from '../i18n/i18n.ts';

const found = import.meta.glob<Record<string, unknown>>('/plugins/*/manifest.ts', { eager: true });

/** Every plugin that this build has. */
const builtIn: readonly Manifest[] = Object.entries(found).map(([path, module]) => pluginOf(module, path));

/** The plugins that are enabled, and the pages of those that were disabled while this window was open. */
export const registryStore = proxy<{
  registry: Registry;
  disabledRoutes: readonly RegisteredRoute[];
  /** The addresses of the client modules of external plugins, by plugin; another version has another one. */
  clients: Readonly<Record<string, string>>;
}>({
  registry: ref(buildRegistry()),
  disabledRoutes: ref([]),
  clients: ref(clientAddresses()),
});

/** The announcement of which the registry was made. */
let source: unknown = null;

/** Puts the plugins together as they were announced. */
export function refreshRegistry(): void {
  const { announced } = deploymentStore;
  if (source === announced) return;
  source = announced;
  setRegistry(buildRegistry());
}

/** Shows every screen which plugins are enabled. */
export function setRegistry(registry: Registry): void {
  registryStore.registry = ref(registry);
  registryStore.clients = ref(clientAddresses());
}

/** Returns the addresses of the client modules of external plugins, by plugin id, as last announced. */
export function clientAddresses(): Readonly<Record<string, string>> {
  const announced = deploymentStore.announced.plugins ?? [];
  return Object.fromEntries(
    announced.flatMap(({ id, outside }) => (outside?.client ? [[id, outside.client]] : [])),
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

/** The registry of plugins: the enabled ones, what they add, and why something is missing. */
export function useRegistry(): Registry {
  return useSnapshot(registryStore).registry as Registry;
}

/** The announcement of a plugin, if there is one. */
export function announcedOf(id: string): AnnouncedPlugin | undefined {
  return deploymentStore.announced.plugins?.find((plugin) => plugin.id === id);
}

/** The server's capabilities for a plugin beyond the specification. */
export function useCapabilities(pluginId: string): readonly string[] {
  const { announced } = useSnapshot(deploymentStore);
  return announced.plugins?.find((plugin) => plugin.id === pluginId)?.capabilities ?? [];
}

/** The plugins as they were announced last. */
export function buildRegistry(): Registry {
  const externalManifests = (deploymentStore.announced.plugins ?? []).flatMap(({ outside }) =>
    outside ? [externalManifest(outside.manifest)] : [],
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

/**
 * The announced plugins; before the announcement, and without one, all plugins of this build with the settings of the
 * specification.
 */
function announcedPlugins(): readonly AnnouncedPlugin[] {
  const { plugins, served } = deploymentStore.announced;
  const ours = new Set(builtIn.filter(({ announcedOnly }) => announcedOnly).map(({ id }) => id));
  const all = plugins ?? builtIn.map(({ id }) => unannounced(id));
  return served && plugins ? all : all.filter(({ id }) => !ours.has(id));
}

function unannounced(id: string): AnnouncedPlugin {
  return { id, enabled: true, reason: null, capabilities: [], config: {} };
}

/** Leaves out the pages, and their lines in the menu, whose capability the server does not announce. */
function withoutMissingPages(manifest: Manifest): Manifest {
  const capabilities = announcedOf(manifest.id)?.capabilities ?? [];
  const isThere = ([key]: readonly [string, unknown]) => {
    const capability = manifest.routes?.[key]?.capability;
    return capability === undefined || capabilities.includes(capability);
  };
  // The same object again where nothing is missing, as those who compare them expect.
  if (Object.entries(manifest.routes ?? {}).every(isThere)) return manifest;
  const those = <Declaration>(declarations: Readonly<Record<string, Declaration>> = {}) =>
    Object.fromEntries(Object.entries(declarations).filter(isThere));
  return { ...manifest, routes: those(manifest.routes), menu: those(manifest.menu) };
}

const anyObject = z.looseObject({});

/**
 * The manifest of an external plugin, of which the server has checked everything. Its schemas are not needed here: payloads are
 * checked by those of its own code.
 */
function externalManifest(json: Manifest): Manifest {
  const loosely = <Declaration extends object>(declarations: Readonly<Record<string, Declaration>> = {}) =>
    Object.fromEntries(
      Object.entries(declarations).map(([key, one]) => [key, { ...one, payload: anyObject }]),
    );
  return { ...json, config: anyObject, events: loosely(json.events), notices: loosely(json.notices) };
}

/** Only the settings that this build knows: a server one release ahead must not switch a plugin off here. */
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
