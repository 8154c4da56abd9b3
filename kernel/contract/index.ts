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
} from './access.ts';
export {
  deploymentSchema,
  type Deployment,
  type DeploymentInput,
  type PluginSettings,
  type TileSource,
  placeSchema,
  type DeploymentPlace,
} from './deployment.ts';
export { apiVersion } from './api-version.ts';
export { sortByRequirements } from './sort-by-requirements.ts';
export { sharedModules } from './shared-modules.ts';
export { CodedError, errorsOf, fail, kernelErrors, type Message } from './errors.ts';
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
} from './hook.ts';
export {
  erasureHook,
  personHook,
  type Erasure,
  type ErasureObstacle,
  type ErasureReport,
  type PersonQuery,
} from './erasure.ts';
export { relatedSubjectsHook, subjectPagesHook, type RelatedSubjects } from './subjects.ts';
export { readPage } from './read-response.ts';
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
} from './plugin.ts';
export {
  createRegistry,
  explanationText,
  RegistryError,
  type Explanation,
  type RegisteredNotice,
  type RegisteredRoute,
  type Registry,
} from './registry.ts';
export { findCycles, findClashes, findFaults, uninstalledPlugins } from './find-problems.ts';
export type { SearchGroup, SearchHit } from './search.ts';
export {
  birthdaySchema,
  personal,
  personalKindOf,
  revealBodySchema,
  revealedSchema,
  type PersonalKind,
  type Revealed,
} from './personal.ts';
export {
  floatingSlot,
  menuSlot,
  type MenuSlotProps,
  settingsSlot,
  slot,
  topBarSlot,
  type Slot,
} from './slot.ts';
export { listQuerySchema, pageOf, pageSchema, unpaginatedFilter, type Page } from './lists.ts';
export {
  secondStepSchema,
  sessionAdminSchema,
  sessionTimesSchema,
  type SessionAdmin,
  type SessionTimes,
} from './session.ts';
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
} from './wire.ts';
