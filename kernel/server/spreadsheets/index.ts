export { readSheet, type SheetCell, type SheetLimits } from './read-sheet.ts';
export {
  sheetFormats,
  sheetTypes,
  writeSheet,
  writeWorkbook,
  type CellValue,
  type SheetColumn,
  type SheetFormat,
  type SheetToWrite,
  type WorkbookTab,
} from './write-sheet.ts';
