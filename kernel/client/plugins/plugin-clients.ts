import type { ComponentType } from 'react';
import { isPluginClient, type PluginClient } from './define-client.ts';
import type { ListDocument } from '../data/first-read.ts';
import { isLazyPage } from './lazy-page.ts';
import { loadTexts } from '../i18n/i18n.ts';
import { registryStore } from './registry-store.ts';
import { startPlugin, stopPlugins } from './plugin-context.ts';

const loaders = import.meta.glob<Record<string, unknown>>('/plugins/*/client/index.ts');
const loading = new Map<string, Promise<PluginClient>>();
const loaded = new Map<string, PluginClient>();

/** Loads the client module of a plugin with its texts, once, and starts it; a failure can be retried. */
export async function loadPlugin(id: string): Promise<PluginClient> {
  const running = loading.get(id) ?? fetchPlugin(id);
  loading.set(id, running);
  try {
    return await running;
  } catch (error) {
    loading.delete(id);
    throw error;
  }
}

/** Returns the client module of a plugin, if it is loaded. */
export function loadedPlugin(id: string): PluginClient | undefined {
  return loaded.get(id);
}

/** The page of a route; null while its code is not loaded, undefined if the plugin has none. */
export function loadedPage(id: string, key: string): ComponentType | null | undefined {
  const client = loaded.get(id);
  if (client === undefined) return null;
  const page = client.module.pages?.[key];
  return page && componentOf(page);
}

/**
 * Loads a plugin and the code of one of its pages, each once; undefined if there is no such page. A failure can be
 * retried.
 */
export async function loadPage(id: string, key: string): Promise<ComponentType | undefined> {
  const { module } = await loadPlugin(id);
  const page = module.pages?.[key];
  return page && isLazyPage(page) ? page.load() : page;
}

/** The document of a page's first read, once its plugin is loaded. */
export function firstReadOf(id: string, key: string): ListDocument | undefined {
  const page = loaded.get(id)?.module.pages?.[key];
  return page && isLazyPage(page) ? page.firstRead : undefined;
}

function componentOf(page: ComponentType): ComponentType | null {
  return isLazyPage(page) ? page.loaded() : page;
}

/** Stops these plugins, by default all. Their code stays loaded and starts again when needed. */
export function releasePlugins(ids: readonly string[] = [...loading.keys()]): void {
  stopPlugins(ids);
  for (const id of ids) {
    loading.delete(id);
    loaded.delete(id);
  }
}

function loadExternal(address: string): Promise<Record<string, unknown>> {
  return import(/* @vite-ignore */ address) as Promise<Record<string, unknown>>;
}

async function fetchPlugin(id: string): Promise<PluginClient> {
  const { clients, registry } = registryStore;
  // A frame plugin's code never runs in the shell.
  if (registry.installed.find((manifest) => manifest.id === id)?.isolation === 'frame')
    throw new Error(`The plugin ${id} runs in a frame`);
  const address = clients[id];
  const load =
    address === undefined ? loaders[`/plugins/${id}/client/index.ts`] : () => loadExternal(address);
  if (!load) throw new Error(`The plugin ${id} has no client module`);
  const [module] = await Promise.all([load(), loadTexts(id)]);
  const client = Object.values(module).find(isPluginClient);
  if (!client) throw new Error(`The client module of ${id} must export the value of defineClient(…)`);
  if (client.manifest.id !== id)
    throw new Error(`The client module of ${id} has the manifest of ${client.manifest.id}`);
  startPlugin(client);
  loaded.set(id, client);
  return client;
}
