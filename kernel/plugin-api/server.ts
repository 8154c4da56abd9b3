/** The API for a plugin's server module: routes, hooks, statements, records, spreadsheets, files, identity. */
export {
  type ServerContext,
  type Audience,
  type AuditEntry,
  auditSealLag,
  type Database,
  type DatabaseTransaction,
  type Effects,
  type IngestedFile,
  type UploadedFile,
  hooksOf,
  onHook,
  type HookListener,
  type ExternalPluginChanges,
  type ExternalPluginPlan,
  type PluginReport,
  type SwitchPlan,
  route,
  routesOf,
  type ApiRoute,
  type Arrival,
  type Call,
  type Cookie,
  type HeaderDeclaration,
  type WebhookDeclaration,
  defineServer,
  type SearchCall,
  type SearchProvider,
  type ServerModule,
  type ServerPlugin,
} from '#kernel/server/api/index.ts';
export { pluginTable, readDecisionTime } from '#kernel/server/plugins/state/plugin-state-store.ts';
export { verifyAuditLog } from '#kernel/server/audit/verify-audit.ts';
export { mentionsPerson } from '#kernel/server/erasure/mentions-person.ts';
export { erasePart } from '#kernel/server/erasure/erase-part.ts';
export { writeAudit } from '#kernel/server/audit/write-audit.ts';
export { prepared } from '#kernel/server/database/pool/client.ts';
export { isUnavailable } from '#kernel/server/database/pool/errors.ts';
export { isOwnPath } from '#kernel/domain/values/own-path.ts';
export { pauseAfter, retry, type RetryPolicy } from '#kernel/server/concurrency/retry.ts';
export { timestampToIso } from '#kernel/server/database/pool/timestamps.ts';
export { retryRead } from '#kernel/server/database/pool/retry-read.ts';
export { queryOf } from '#kernel/server/database/pool/data-wall.ts';
export { createIdReserve, type ReserveId } from '#kernel/records/server/sql/reserve-ids.ts';
export { withCommit } from '#kernel/server/database/pool/driver.ts';
export {
  CachedResponse,
  cachedResponseSchema,
  LazyCachedResponse,
} from '#kernel/server/http/responses/cached-response.ts';
export { createDownloadSlots, type DownloadSlots } from '#kernel/server/http/responses/download-slots.ts';
export {
  Download,
  downloadSchema,
  escapeHtml,
  HtmlPage,
  htmlPageSchema,
  type HtmlPageParts,
  jsonOrPage,
  jsonOrLines,
  Redirect,
  redirectSchema,
  StreamedResponse,
} from '#kernel/server/http/responses/raw-responses.ts';
export { pageStyles } from '#kernel/server/http/responses/page-styles.ts';
export {
  areaOfAuthor,
  type BatchEnd,
  type BatchProgress,
  type BatchStore,
  type BatchTables,
  createBatchStore,
} from '#kernel/server/jobs/batch-store.ts';
export { batchRoutesOf, type BatchRoutesOptions } from '#kernel/server/jobs/batch-routes.ts';
export {
  type BatchKind,
  type BatchMemory,
  createBatchMemory,
  runBatches,
} from '#kernel/server/jobs/run-batches.ts';
export { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
export type { SheetCell } from '#kernel/server/api/read-sheet.ts';
export {
  sheetTypes,
  writeSheet,
  writeWorkbook,
  type CellValue,
  type SheetFormat,
  type WorkbookTab,
} from '#kernel/server/spreadsheets/index.ts';
export {
  assertNamesFree,
  nameKey,
  normalizeNames,
  nameColumn,
  namesToColumns,
  presentNames,
  type NameColumns,
  orderBySort,
  readPage,
  assertUnused,
  assertVersion,
  changedFields,
  changeRoutesOf,
  presentRecord,
  recordColumns,
  touched,
  type RecordColumns,
  matchesWords,
  type RecordStore,
  textColumnsOf,
  recordServer,
  type RecordCall,
  createReadOnlyStore,
  readOnlyRoutes,
  shareRecordPages,
} from '#kernel/records/server/crud/index.ts';
export {
  borderField,
  choiceField,
  colorField,
  flagField,
  listField,
  namesIn,
  numberField,
  personalField,
  referenceField,
  textField,
  type ColumnValues,
  type ShownIn,
  type TrackedField,
} from '#kernel/records/server/history/history-field.ts';
export {
  defineHistory,
  type HistoryCall,
  type HistoryOptions,
  type RecordHistory,
} from '#kernel/records/server/history/history-routes.ts';
export {
  recordHistory,
  nameFields as historyNameFields,
  type RecordHistoryOptions,
} from '#kernel/records/server/history/record-history.ts';
export { systemClock, type Clock } from '#kernel/server/jobs/scheduler.ts';
export { isSameSecret } from '#kernel/server/installation/signing.ts';
export { compileMask, maskPersonal } from '#kernel/server/personal/mask-personal.ts';
export { revealRoute, type RevealParts } from '#kernel/server/personal/reveal-route.ts';
export {
  opaque,
  constant,
  every,
  matchesPatterns,
  rowsOfIds,
  startOfDay,
  endOfDay,
  execute,
  scopeOf,
  within,
  countersWithin,
  columnsOf,
  type Columns,
  type Fragment,
  type Scope,
} from '#kernel/records/server/sql/statement.ts';
export {
  mayBePhone,
  readSearch,
  normalizedWords,
  patternOf,
  escapeLike,
  rangeOf,
  foundJshshir,
  personKey,
  type SearchQuery,
  minPhoneDigits,
  type SearchablePerson,
} from '#kernel/records/server/search/search-words.ts';
export {
  compactCounters,
  scheduleCompaction,
  type Rollup,
  type Compaction,
  calendarKey,
  byDayMonthAndAll,
} from '#kernel/records/server/counters/compaction.ts';
export {
  orderOf,
  facet,
  counterFacetsOf,
  facetKey,
  filterParts,
  type FilterSql,
  countBuckets,
  readCountedPage,
  readFoundPage,
  maintainCounters,
  removeEmptyCounters,
  backfillSearchKeys,
  type ListedPage,
  defaultMaxHits,
  type CounterFacet,
  type CounterTables,
  type CountedBuckets,
} from '#kernel/records/server/counters/counted-list.ts';
export { firstHits, type HitSource } from '#kernel/records/server/counters/first-hits.ts';
export {
  addUp,
  bucketAt,
  directionSql,
  findPageRange,
  orderByColumns,
  type Direction,
  type OffsetLimit,
  type PageRangeRequest,
} from '#kernel/records/server/counters/page-range.ts';
export {
  createQuotaLimiter,
  type Quota,
  type QuotaLimiter,
  type QuotaLimiterOptions,
} from '#kernel/server/limits/quotas.ts';
export { createCallerLimit, type CallerLimit } from '#kernel/server/concurrency/caller-limit.ts';
export { networkOf } from '#kernel/server/concurrency/network-of.ts';
export {
  accountRoutes,
  beginSession,
  presentSession,
  backfillSearchText,
  endAdminSession,
  endAdminSessions,
  refreshSessions,
  hashPassword,
  requireGoodPassword,
  removeFactor,
  countWithoutFactor,
  readFactorPolicy,
  writeFactorPolicy,
  readHardwarePolicy,
  writeHardwarePolicy,
  hasFactor,
  requireOwnPassword,
  withOwnProof,
  withProof,
  type PresentedFactors,
  requestFactorReset,
  confirmFactorReset,
  listFactorResets,
  withdrawFactorReset,
  type FactorReset,
  type ResetRejection,
  mayConfirm,
  listSuperAdmins,
  readAdminNames,
  blockAdmin,
  setFirstPassword,
  adminTable,
  insertAdmin,
  retireAdmin,
  unassignNeighborhood,
  updateAdmin,
  listSessions,
  lockSession,
  findAdminByPin,
  findProofByPin,
  linkPin,
  readPin,
  unlinkPin,
  insertRole,
  retireRole,
  roleTable,
  updateRole,
} from '#kernel/identity/server/index.ts';
export { reserveAttempt, releaseAttempts, attemptLimits } from '#kernel/server/limits/attempts.ts';
export {
  hashToken,
  isToken,
  makeToken,
  randomCode,
  randomPassword,
} from '#kernel/server/installation/token.ts';
export {
  readSheetRows,
  textOfCell,
  type SheetCells,
  type SheetRow,
  type SheetShape,
} from '#kernel/records/server/sheets/sheet-rows.ts';
export {
  assertPreviewed,
  onlyFile,
  presentFindings,
  previewSheet,
  type SheetFinding,
} from '#kernel/records/server/sheets/preview-sheet.ts';
export { type SheetTexts, sheetTextsOf, type Translate } from '#kernel/records/server/sheets/sheet-texts.ts';
