import type { Language } from '#kernel/domain/text/languages.ts';
import type { ServerContext } from '#kernel/plugin-api/server.ts';
import { houseTypes, importColumns, type HouseType, type ImportColumn } from '../../contract.ts';

/** Texts of the server in one language: `translate('sheet.name')` is `households:sheet.name`. */
export type Translate = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** The texts of a call. */
export function translateIn(language: Language, { text }: Pick<ServerContext, 'text'>): Translate {
  return (key, params) => text(language, key.includes(':') ? key : `households:${key}`, params);
}

/** The header of each column of template, import and export. */
export function headersOf(translate: Translate): Readonly<Record<ImportColumn, string>> {
  const entries = importColumns.map((column) => [column, translate(`sheet.columns.${column}`)]);
  return Object.fromEntries(entries) as Record<ImportColumn, string>;
}

/** The names of the kinds of houses. */
export function houseTypesOf(translate: Translate): Readonly<Record<HouseType, string>> {
  const entries = houseTypes.map((type) => [type, translate(`houseTypes.${type}`)]);
  return Object.fromEntries(entries) as Record<HouseType, string>;
}

/** Widths of the columns, in characters. */
export const columnWidths: Readonly<Record<ImportColumn, number>> = {
  neighborhood: 22,
  street: 22,
  household_category: 26,
  house_type: 18,
  house_number: 10,
  apartment_number: 12,
  citizens: 60,
  able_to_work: 14,
  unemployed: 12,
  informal: 12,
  directions: 30,
  latitude: 12,
  longitude: 12,
};
