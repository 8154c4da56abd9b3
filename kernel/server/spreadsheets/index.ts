export { createSheetReader } from './read-sheet.ts';
export {
  sheetTypes,
  writeSheet,
  writeWorkbook,
  type CellValue,
  type SheetFormat,
  type WorkbookTab,
} from './write-sheet.ts';
