export { colorCell } from './list/color-cell.tsx';
export { ComparisonTable } from './form/comparison-table.ts';
export { type Fact } from './form/conflict-dialog.tsx';
export {
  authorshipFields,
  nameFields,
  optionsDocument,
  recordDocument,
  recordsDocument,
  type OptionsDocument,
  type RecordDocument,
  type RecordsDocument,
} from './data/documents.ts';
export { DeletedButton, type DeletedSource } from './history/deleted-button.tsx';
export { HistoryButton, type HistorySource } from './history/history-button.tsx';
export { focusFirstWrong } from './form/focus-first-wrong.ts';
export { highlightRow } from './data/highlight-store.ts';
export { type ListFilter } from './list/list-tools.tsx';
export { type RecordColumn } from './list/list-view.ts';
export { followEvent, followRecords, refetchDocuments } from './data/live.ts';
export { LanguageTabs } from './form/language-tabs.tsx';
export { NameFields } from './form/name-fields.tsx';
export { momentCell, useAuthorshipColumns, useNameColumns } from './list/record-columns.tsx';
export { RadioField } from './form/radio-field.tsx';
export { RecordDialog } from './form/record-dialog.tsx';
export { RecordList } from './list/record-list.tsx';
export { RecordPageForm } from './form/record-page-form.tsx';
export { RecordPage } from './form/record-page.tsx';
export { removeRecord } from './data/remove-record.ts';
export { followBatches } from './bulk/follow-batches.ts';
export { StopBatchButton } from './bulk/stop-batch-button.tsx';
export { type BulkAction } from './bulk/use-bulk.ts';
export { useEditor, type Editor } from './form/use-editor.ts';
export { useNameFacts } from './form/use-name-facts.ts';
export { useOptions } from './data/use-options.ts';
export type { RecordForm, RecordFormOptions, RecordFormProps } from './form/record-form.ts';
export { useRecordForm } from './form/use-record-form.ts';
export { listOf, useRecords, type Records } from './list/use-records.ts';
export { recordDocuments } from './data/record-documents.ts';
export { recordListPage } from './page/record-list-page.tsx';
export { useDayFilter } from './list/use-day-filter.tsx';
export { useOneTimeParam } from './list/use-one-time-param.ts';
export { sheetImportPage } from './sheets/sheet-import-page.tsx';
export { DownloadStatus } from './sheets/download-status.tsx';
export { ExportMenu } from './sheets/export-menu.tsx';
export { useDownload } from './sheets/use-download.ts';
export type {
  SheetImport,
  SheetPreview,
  SheetProblem,
  SheetReport,
  SheetRow,
} from './sheets/sheet-import.ts';
