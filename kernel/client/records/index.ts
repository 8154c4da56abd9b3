export { colorCell } from './color-cell.tsx';
export { type Fact } from './conflict-dialog.tsx';
export {
  authorshipFields,
  nameFields,
  optionsDocument,
  recordDocument,
  recordsDocument,
  type OptionsDocument,
  type RecordDocument,
  type RecordsDocument,
} from './documents.ts';
export { focusFirstWrong } from './focus-first-wrong.ts';
export { markFresh } from './fresh-store.ts';
export { type ListFilter } from './list-tools.tsx';
export { type RecordColumn } from './list-view.ts';
export { followRecords, readAgain } from './live.ts';
export { NameFields } from './name-fields.tsx';
export { momentCell, useAuthorshipColumns, useNameColumns } from './record-columns.tsx';
export { RecordDialog } from './record-dialog.tsx';
export { RecordList } from './record-list.tsx';
export { RecordPageForm } from './record-page-form.tsx';
export { RecordPage } from './record-page.tsx';
export { removeRecord } from './remove-record.ts';
export { type BulkAction } from './use-bulk.ts';
export { useEditor, type Editor } from './use-editor.ts';
export { useNameFacts } from './use-name-facts.ts';
export { useOptions } from './use-options.ts';
export { useRecordForm, type RecordForm, type RecordFormOptions } from './use-record-form.ts';
export { useRecords, type Records } from './use-records.ts';
export { useWish } from './use-wish.ts';
