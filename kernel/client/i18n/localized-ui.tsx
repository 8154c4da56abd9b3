import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { UiTextsProvider, type UiTexts } from '../ui/texts/texts.tsx';
import { useText } from './i18n.ts';

/** Gives the parts of the design system their texts, in the language of the moment. */
export function LocalizedUi({ children }: { readonly children: ReactNode }) {
  const t = useText();
  const texts = useMemo(() => uiTexts(t), [t]);
  return <UiTextsProvider texts={texts}>{children}</UiTextsProvider>;
}

function uiTexts(t: TFunction): UiTexts {
  const list = (key: string): readonly string[] => {
    const value: unknown = t(key, { returnObjects: true });
    return Array.isArray(value) ? (value as string[]) : [];
  };
  return {
    ...plain(t),
    page: (page) => t('ui.page', { page }),
    pageOf: (page, total) => t('ui.pageOf', { page, total }),
    selectedCount: (count) => t('ui.selectedCount', { count }),
    removeItem: (name) => t('ui.removeItem', { name }),
    monthNames: list('ui.monthNames'),
    weekdayNames: list('ui.weekdayNames'),
    byteUnits: list('ui.byteUnits'),
    filesLimit: (count, size) => t('ui.filesLimit', { count, size }),
    fileWrongType: (name) => t('ui.fileWrongType', { name }),
    fileTooMany: (name, count) => t('ui.fileTooMany', { name, count }),
    fileTooLarge: (name, size) => t('ui.fileTooLarge', { name, size }),
  };
}

const plainKeys = [
  'close',
  'confirm',
  'cancel',
  'clear',
  'remove',
  'retry',
  'loading',
  'required',
  'notifications',
  'search',
  'select',
  'noOptions',
  'showPassword',
  'hidePassword',
  'increase',
  'decrease',
  'emptyTable',
  'rowNumber',
  'rowActions',
  'sortUp',
  'sortDown',
  'pages',
  'firstPage',
  'previousPage',
  'nextPage',
  'lastPage',
  'day',
  'month',
  'year',
  'openCalendar',
  'previousMonth',
  'nextMonth',
  'today',
  'colorCode',
  'pickFiles',
  'dropFiles',
  'uploadProgress',
] as const satisfies readonly (keyof UiTexts)[];

function plain(t: TFunction): Record<(typeof plainKeys)[number], string> {
  return Object.fromEntries(plainKeys.map((key) => [key, t(`ui.${key}`)])) as Record<
    (typeof plainKeys)[number],
    string
  >;
}
