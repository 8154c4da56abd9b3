export {
  historyPreviewSchema,
  historyPageSchema,
  type HistoryEntry,
  type HistoryField,
  type HistoryItem,
  type HistoryPage,
  type HistoryPreview,
  type HistoryValue,
  type Restored,
} from './history.ts';
export { sheetImportSchema, sheetPreviewOf, sheetProblemOf } from './sheet-import.ts';
export {
  defineRecord,
  recordTexts,
  type FacetOptions,
  type FiltersOf,
  type ListedOf,
  type ReadOnlyRecord,
  type RecordBodyOf,
  type RecordDefinition,
  type RecordOf,
  type RecordOptionOf,
  type RecordText,
} from './define-record.ts';
