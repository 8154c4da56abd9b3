export { auditSealLag, type AuditFault, type AuditVerdict, type ReportProgress } from './audit-verdict.ts';
export type { ServerContext } from './context.ts';
export type {
  Audience,
  AuditEntry,
  Database,
  DatabaseTransaction,
  Effects,
  IngestedFile,
  UploadedFile,
} from './effects.ts';
export type { TrackedPart, TrackedTable } from './history.ts';
export { hooksOf, onHook, type HookListener } from './hooks.ts';
export type {
  ExternalPluginChanges,
  ExternalPluginPlan,
  PluginManager,
  PluginReport,
  SwitchPlan,
} from './plugin-manager.ts';
export {
  route,
  routesOf,
  type ApiRoute,
  type Arrival,
  type Call,
  type Cookie,
  type HeaderDeclaration,
  type WebhookDeclaration,
} from './route.ts';
export {
  defineServer,
  isServerPlugin,
  type SearchCall,
  type SearchProvider,
  type DemoLogins,
  type ServerModule,
  type ServerPlugin,
} from './server-module.ts';
