export {
  defineRecord,
  type RecordBodyOf,
  type RecordDefinition,
  type RecordOf,
  type RecordOptionOf,
} from './define-record.ts';
export { recordTexts, type RecordText } from './record-texts.ts';
