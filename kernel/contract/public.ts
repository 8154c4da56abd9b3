/** What of the host's contract a plugin sees too: the one list, for `index.ts` and for `plugin-api/contract.ts`. */
export {
  allOf,
  allows,
  anyOf,
  anyone,
  areaOf,
  reaches,
  signedIn,
  superAdmin,
  type Access,
  type Area,
  type Rights,
  type RoleLevel,
  type Viewer,
} from './access.ts';
export { deploymentSchema } from './deployment.ts';
export { apiVersion } from './api-version.ts';
export { CodedError, errorsOf, fail, type Message } from './errors.ts';
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
export { createRegistry, type RegisteredNotice, type RegisteredRoute } from './registry.ts';
export type { SearchGroup, SearchHit } from './search.ts';
export {
  birthdaySchema,
  personal,
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
export {
  colorSchema,
  daySchema,
  fileSchema,
  idParamSchema,
  idSchema,
  listQuerySchema,
  momentSchema,
  namesSchema,
  namesShape,
  optionSchema,
  pageOf,
  pageSchema,
  personSchema,
  recordChangeSchema,
  recordShape,
  secondStepSchema,
  wholeFilter,
  type DeploymentResponse,
  type ErrorBody,
  type Names,
  type Option,
  type Page,
  type RecordChange,
  type SessionAdmin,
  type StoredFile,
} from './wire.ts';
