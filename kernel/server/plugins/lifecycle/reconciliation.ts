import type { DynamicRoutes } from '../../http/pipeline/dynamic-routes.ts';
import type { PluginManager } from '../../api/index.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { DesiredPlugins } from '../state/plugin-state-store.ts';
import type { InstalledPlugins } from './installed-plugins.ts';
import type { PluginLifecycle } from './plugin-lifecycle.ts';

/** The services with which a node applies decisions about plugins. */
export interface Reconciliation {
  readonly services: ServerServices;
  readonly installed: InstalledPlugins;
  readonly desired: DesiredPlugins;
  readonly lifecycle: PluginLifecycle;
  /** For the contexts of loaded plugins. */
  readonly manager: PluginManager;
  /** For the routes of plugins that were not loaded when the server started. */
  readonly dynamicRoutes: DynamicRoutes;
}
