export {
  assertNamesFree,
  foldKey,
  normalizeNames,
  nameColumn,
  nameTaken,
  namesToColumns,
  presentNames,
  type NameColumns,
  type NamePlace,
} from './names.ts';
export { orderBy, readPage, type PageRequest, type Sorts } from './page.ts';
export {
  assertUnused,
  assertVersion,
  authorJoin,
  authorSort,
  changedFields,
  presentRecord,
  recordColumns,
  touched,
  type RecordColumns,
} from './records.ts';
export { matchesFolded } from '../search/search-words.ts';
export { recordServer, type RecordCall } from './record-server.ts';
export { seedRecords } from './seed-records.ts';
