import { sheetTextsOf, type Translate } from '#kernel/plugin-api/server.ts';
import { houseTypes, importColumns, type HouseType, type ImportColumn } from '../../contract.ts';
import { households } from '../../manifest.ts';

/** The texts of template, import and export. */
export const { translateIn, headersOf } = sheetTextsOf(households.id, importColumns);

/** The names of the kinds of houses. */
export function houseTypesOf(translate: Translate): Readonly<Record<HouseType, string>> {
  const entries = houseTypes.map((type) => [type, translate(`houseTypes.${type}`)]);
  return Object.fromEntries(entries) as Record<HouseType, string>;
}

/** The column widths, in characters. */
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
