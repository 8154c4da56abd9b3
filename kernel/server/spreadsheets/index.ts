export { writeWorkbook, type WorkbookTab } from './write-book.ts';
export { readSheet, type SheetCell, type SheetLimits } from './read-sheet.ts';
export {
  sheetFormats,
  sheetTypes,
  writeSheet,
  type CellValue,
  type SheetColumn,
  type SheetFormat,
  type SheetToWrite,
} from './write-sheet.ts';
