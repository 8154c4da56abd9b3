export {
  allOf,
  allows,
  anyOf,
  anyone,
  areaOf,
  permissionsOf,
  reaches,
  signedIn,
  superAdmin,
  type Access,
  type Area,
  type Rights,
  type RoleLevel,
  type Viewer,
} from './access/access.ts';
export {
  deploymentSchema,
  type Deployment,
  type DeploymentInput,
  type PluginSettings,
  type TileSource,
  placeSchema,
  type DeploymentPlace,
} from './plugin/deployment.ts';
export { apiVersion } from './plugin/api-version.ts';
export { sortByRequirements } from './plugin/sort-by-requirements.ts';
export { sharedModules } from './plugin/shared-modules.ts';
export { CodedError, errorsOf, fail, kernelErrors, type Message } from './http/errors.ts';
export {
  runQuery,
  auditHook,
  staffChangeHook,
  type StaffChange,
  hook,
  noticeHook,
  defineQuery,
  removalHook,
  type Hook,
  type HookCaller,
  type Notice,
} from './hooks/hook.ts';
export {
  erasureHook,
  personHook,
  type Erasure,
  type ErasureObstacle,
  type ErasureReport,
  type PersonQuery,
} from './hooks/erasure.ts';
export { relatedSubjectsHook, subjectPagesHook, type RelatedSubjects } from './hooks/subjects.ts';
export { readPage } from './http/read-response.ts';
export {
  definePlugin,
  activityCapability,
  passkeysCapability,
  signInCapability,
  pluginOf,
  requiredIds,
  type ConfigOf,
  type EventArea,
  type EventAudience,
  type EventName,
  type EventPayload,
  type Manifest,
  type Plugin,
  type RouteKey,
  type SearchDeclaration,
  type SearchesOf,
} from './plugin/manifest.ts';
export {
  createRegistry,
  explanationText,
  RegistryError,
  type Explanation,
  type RegisteredNotice,
  type RegisteredRoute,
  type Registry,
} from './plugin/registry.ts';
export { findCycles, findClashes, findFaults, uninstalledPlugins } from './plugin/find-problems.ts';
export type { SearchGroup, SearchHit } from './http/search.ts';
export {
  birthdaySchema,
  personal,
  personalKindOf,
  revealBodySchema,
  revealedSchema,
  type PersonalKind,
  type Revealed,
} from './access/personal.ts';
export {
  floatingSlot,
  menuSlot,
  type MenuSlotProps,
  settingsSlot,
  slot,
  topBarSlot,
  type Slot,
} from './plugin/slot.ts';
export { listQuerySchema, pageOf, pageSchema, unpaginatedFilter, type Page } from './http/lists.ts';
export {
  secondStepSchema,
  sessionAdminSchema,
  sessionTimesSchema,
  type SessionAdmin,
  type SessionTimes,
} from './http/session.ts';
export {
  colorSchema,
  daySchema,
  deploymentResponseSchema,
  errorBodySchema,
  fileSchema,
  idParamSchema,
  idSchema,
  momentSchema,
  namesSchema,
  namesShape,
  optionSchema,
  personSchema,
  recordChangeSchema,
  recordShape,
  type DeploymentResponse,
  type ErrorBody,
  type Names,
  type Option,
  type RecordChange,
  type StoredFile,
} from './http/wire.ts';
