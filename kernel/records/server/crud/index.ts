export {
  assertNamesFree,
  nameKey,
  normalizeNames,
  nameColumn,
  namesToColumns,
  presentNames,
  type NameColumns,
} from './names.ts';
export { changeRoutesOf } from './change-routes.ts';
export { orderBySort, readPage } from './page.ts';
export {
  assertUnused,
  assertVersion,
  changedFields,
  presentRecord,
  recordColumns,
  touched,
  type RecordColumns,
} from './records.ts';
export { matchesWords } from '../search/search-words.ts';
export { textColumnsOf, type RecordStore } from './record-store.ts';
export { recordServer, type RecordCall } from './record-server.ts';
export { createReadOnlyStore, readOnlyRoutes } from './read-only-server.ts';
export { shareRecordPages } from './subject-pages.ts';
