import { proxy, ref, useSnapshot } from 'valtio';
import type { RegisteredRoute } from '#kernel/contract/registry.ts';

const store = proxy<{ routes: readonly RegisteredRoute[] }>({ routes: [] });

/** The pages that went with their plugin while this window was open. */
export function disabledRoutes(): readonly RegisteredRoute[] {
  return store.routes;
}

/** Remembers which pages went with their plugin. */
export function setDisabledRoutes(routes: readonly RegisteredRoute[]): void {
  store.routes = ref([...routes]);
}

/** The pages that went with their plugin; renders again when it changes. */
export function useDisabledRoutes(): readonly RegisteredRoute[] {
  return useSnapshot(store).routes as readonly RegisteredRoute[];
}
