import { createContext, useContext, type ReactNode } from 'react';
import { formatBytes, latinUnits } from './format-bytes.ts';

/** Every default text of the parts, in the language of the moment; the shell fills it from its locales. */
export interface UiTexts {
  readonly close: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly clear: string;
  readonly remove: string;
  readonly retry: string;
  readonly loading: string;
  readonly required: string;
  readonly notifications: string;
  readonly search: string;
  readonly select: string;
  readonly noOptions: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly increase: string;
  readonly decrease: string;
  readonly emptyTable: string;
  readonly rowNumber: string;
  readonly rowActions: string;
  readonly sortUp: string;
  readonly sortDown: string;
  readonly pages: string;
  readonly firstPage: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly lastPage: string;
  readonly page: (page: number) => string;
  readonly pageOf: (page: number, total: number) => string;
  readonly selectedCount: (count: number) => string;
  readonly removeItem: (name: string) => string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly openCalendar: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly today: string;
  /** January to December, as they stand in a calendar's head. */
  readonly monthNames: readonly string[];
  /** Monday to Sunday, two or three letters. */
  readonly weekdayNames: readonly string[];
  /** Bytes, and three steps of 1024. */
  readonly byteUnits: readonly string[];
  readonly colorCode: string;
  readonly pickFiles: string;
  readonly dropFiles: string;
  readonly filesLimit: (count: number, size: string) => string;
  readonly fileWrongType: (name: string) => string;
  readonly fileTooMany: (name: string, count: number) => string;
  readonly fileTooLarge: (name: string, size: string) => string;
  readonly uploadProgress: string;
}

/** Gives the parts inside their texts. */
export function UiTextsProvider({
  texts,
  children,
}: {
  readonly texts: UiTexts;
  readonly children: ReactNode;
}) {
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

/** Says sizes in the units of the language of the moment. */
export function useBytes(): (bytes: number) => string {
  const { byteUnits } = useUiTexts();
  return (bytes) => formatBytes(bytes, byteUnits);
}

/** The texts in force. Without a provider (a crash before the locales came) the parts are wordless, not broken. */
export function useUiTexts(): UiTexts {
  return useContext(UiTextsContext);
}

const wordless: UiTexts = {
  close: '',
  confirm: '',
  cancel: '',
  clear: '',
  remove: '',
  retry: '',
  loading: '',
  required: '',
  notifications: '',
  search: '',
  select: '',
  noOptions: '',
  showPassword: '',
  hidePassword: '',
  increase: '',
  decrease: '',
  emptyTable: '',
  rowNumber: '',
  rowActions: '',
  sortUp: '',
  sortDown: '',
  pages: '',
  firstPage: '',
  previousPage: '',
  nextPage: '',
  lastPage: '',
  page: String,
  pageOf: (page, total) => `${page} / ${total}`,
  selectedCount: String,
  removeItem: (name) => name,
  day: '',
  month: '',
  year: '',
  openCalendar: '',
  previousMonth: '',
  nextMonth: '',
  today: '',
  monthNames: [],
  weekdayNames: [],
  byteUnits: latinUnits,
  colorCode: '',
  pickFiles: '',
  dropFiles: '',
  filesLimit: (count, size) => `${count}, ${size}`,
  fileWrongType: (name) => name,
  fileTooMany: (name) => name,
  fileTooLarge: (name) => name,
  uploadProgress: '',
};

const UiTextsContext = createContext<UiTexts>(wordless);
