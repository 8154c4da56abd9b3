export {
  defineRecord,
  recordTexts,
  type ReadOnlyRecord,
  type RecordBodyOf,
  type RecordDefinition,
  type RecordOf,
  type RecordOptionOf,
  type RecordText,
} from './define-record.ts';
