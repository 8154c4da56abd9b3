export type { ServerContext } from './context.ts';
export type { Database, DatabaseTransaction } from './database.ts';
export type { Audience, AuditEntry, Effects } from './effects.ts';
export type { IngestedFile, UploadedFile } from './files.ts';
export { hooksOf, onHook, type HookListener } from './hooks.ts';
export type {
  Contributions,
  PluginChange,
  PluginManager,
  PluginReport,
  SwitchPlan,
} from './plugin-manager.ts';
export { route, routesOf, type ApiRoute, type Call, type Cookie } from './route.ts';
export type { SearchCall, SearchProvider } from './search.ts';
export { defineServer, isServerPlugin, type ServerModule, type ServerPlugin } from './server-module.ts';
