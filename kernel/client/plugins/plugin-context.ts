import type { Manifest } from '#kernel/contract/plugin/manifest.ts';
import type { ClientContext, PluginClient } from './define-client.ts';
import { deploymentStore } from '../deployment/deployment-store.ts';
import { announcedOf, registryStore } from './registry-store.ts';
import { eventHub, type EventHub } from '../realtime/event-hub.ts';

const undoings = new Map<string, (() => void)[]>();

/** Starts a plugin's client module with a context that records how to undo its effects. */
export function startPlugin({ manifest, module }: PluginClient): void {
  stopPlugins([manifest.id]);
  if (!module.start) return;
  const undo: (() => void)[] = [];
  undoings.set(manifest.id, undo);
  module.start(createContext(manifest, eventHub, undo));
}

/** Undoes the effects of plugins, in reverse order. */
export function stopPlugins(ids: readonly string[]): void {
  for (const id of ids) {
    const undo = undoings.get(id) ?? [];
    undoings.delete(id);
    for (const one of undo.toReversed()) {
      try {
        one();
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/**
 * Creates a plugin's context. Payloads that do not match the manifest's schema are dropped, except from a backend that
 * announces no plugins: it follows only the specification, whose entities have fewer fields, and is parsed as leniently
 * as its responses.
 */
export function createContext(manifest: Manifest, hub: EventHub, undo: (() => void)[]): ClientContext {
  return {
    config: registryStore.registry.config(manifest.id),
    capabilities: announcedOf(manifest.id)?.capabilities ?? [],
    on(event: string, handle: (payload: never) => void) {
      const schema = manifest.events?.[event]?.payload;
      if (!schema) throw new Error(`${manifest.id} does not declare the event ${event}`);
      const stop = hub.on(event, (payload) => {
        const read = schema.safeParse(payload);
        // Sound: the type of `handle` is derived from the schema that the payload has passed.
        if (read.success) handle(read.data as never);
        // As sound as responses, which are not validated either.
        else if (!deploymentStore.announced.served && isEntity(payload)) handle(payload as never);
        // oxlint-disable-next-line no-console -- only for developers
        else if (import.meta.env.DEV) console.warn(`Dropped "${event}":`, read.error.issues);
      });
      undo.push(stop);
    },
    onConnect(handle) {
      undo.push(hub.onConnect(handle));
    },
    onReconnect(handle) {
      undo.push(hub.onReconnect(handle));
    },
    onStop(end) {
      undo.push(end);
    },
  };
}

function isEntity(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'id' in payload;
}
