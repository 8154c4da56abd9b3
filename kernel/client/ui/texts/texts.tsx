import { createContext, type ReactNode, useContext } from 'react';

/** The texts without a provider, such as in a crash before the locales loaded: the components stay wordless. */
const emptyTexts = {
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
  page: (page: number) => String(page),
  pageOf: (page: number, total: number) => `${page} / ${total}`,
  selectedCount: (count: number) => String(count),
  removeItem: (name: string) => name,
  day: '',
  month: '',
  year: '',
  openCalendar: '',
  previousMonth: '',
  nextMonth: '',
  today: '',
  /** January to December, as they stand in a calendar's head. */
  monthNames: [] as readonly string[],
  /** Monday to Sunday, two or three letters. */
  weekdayNames: [] as readonly string[],
  /** Bytes, and three steps of 1024. */
  byteUnits: latinUnits,
  colorCode: '',
  pickFiles: '',
  dropFiles: '',
  filesLimit: (count: number, size: string) => `${count}, ${size}`,
  fileWrongType: (name: string) => name,
  fileTooMany: (name: string, _count: number) => name,
  fileTooLarge: (name: string, _size: string) => name,
  uploadProgress: '',
};

/** Every default text of the components, in the current language; the shell provides it from its locales. */
export type UiTexts = Readonly<typeof emptyTexts>;

/** Provides the texts to the components inside. */
export function UiTextsProvider({
  texts,
  children,
}: {
  readonly texts: UiTexts;
  readonly children: ReactNode;
}) {
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

/** Formats sizes in the units of the current language. */
export function useBytes(): (bytes: number) => string {
  const { byteUnits } = useUiTexts();
  return (bytes) => formatBytes(bytes, byteUnits);
}

/** The texts of the current language. */
export function useUiTexts(): UiTexts {
  return useContext(UiTextsContext);
}

const UiTextsContext = createContext<UiTexts>(emptyTexts);

/** What sizes are called where no texts are: bytes, and three steps of 1024. */
export const latinUnits: readonly string[] = ['B', 'KB', 'MB', 'GB'];

/** A size in one of the units (steps of 1024), with one digit after the comma below ten. */
export function formatBytes(bytes: number, units: readonly string[] = latinUnits): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // Rounding comes first, so that 1023.6 KB is 1 MB and not 1024 KB.
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = unit > 0 && value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
  return `${String(rounded).replace('.', ',')} ${units[unit] ?? ''}`;
}
