/** What the server module of a plugin is written with: routes, hooks, statements, records, spreadsheets, files, identity. */
export * from '#kernel/server/api/index.ts';
export { writeAudit } from '#kernel/server/audit/write-audit.ts';
export { prepared } from '#kernel/server/database/pool/client.ts';
export { queryOf } from '#kernel/server/database/pool/data-wall.ts';
export { withCommit } from '#kernel/server/database/pool/driver.ts';
export { CachedResponse, cachedResponseSchema } from '#kernel/server/http/responses/cached-response.ts';
export {
  Download,
  downloadSchema,
  isOwnPath,
  jsonOrLines,
  Redirect,
  redirectSchema,
  StreamedResponse,
} from '#kernel/server/http/responses/raw-responses.ts';
export { shareKnowledge } from '#kernel/server/knowledge/share-knowledge.ts';
export * from '#kernel/server/spreadsheets/index.ts';
export * from '#kernel/records/server/crud/index.ts';
export * from '#kernel/records/server/sql/statement.ts';
export * from '#kernel/records/server/search/search-words.ts';
export * from '#kernel/records/server/counters/compaction.ts';
export * from '#kernel/records/server/counters/counted-list.ts';
export * from '#kernel/records/server/counters/first-hits.ts';
export {
  addUp,
  bucketAt,
  findPageRange,
  orderBy as orderByColumns,
  type Direction,
  type Page as PageOfRows,
  type PageRangeRequest,
} from '#kernel/records/server/counters/page-range.ts';
export * from '#kernel/identity/server/index.ts';
export * from '#kernel/identity/server/attempts.ts';
export { hashToken, isToken, makeToken } from '#kernel/identity/server/token.ts';
