import type { Readable } from 'node:stream';
import { areaOf } from '#kernel/plugin-api/contract.ts';
import {
  type Call,
  type CellValue,
  compileMask,
  createDownloadSlots,
  Download,
  downloadSchema,
  routesOf,
  sheetTypes,
  type Translate,
  writeSheet,
} from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { dayAt, formatDateTime, localizedName } from '#kernel/domain/text/index.ts';
import {
  household,
  householdExportQuerySchema,
  importColumns,
  type Household,
  type HouseholdExportQuery,
} from '../../contract.ts';
import { households, registrarAccess } from '../../manifest.ts';
import { presentHousehold } from '../core/presenter.ts';
import { filtersOf, listRequestOf } from '../store/list-request.ts';
import { countList } from '../store/buckets.ts';
import type { HouseholdRow } from '../store/rows.ts';
import { countHits, readText } from '../store/list-search.ts';
import { streamHouseholds } from '../store/stream-list.ts';
import { columnWidths, headersOf, houseTypesOf, translateIn } from './texts.ts';

/** The maximum number of concurrent exports per node; further callers are told to retry. */
const slotsOfNode = { concurrency: 4, perAdmin: 2 };

/** Creates `GET households/export`, which limits the concurrent exports of its server. */
export function exportRoute() {
  const slots = createDownloadSlots(slotsOfNode);
  return routesOf(households)({
    method: 'GET',
    path: 'households/export',
    summary: 'Exports the filtered list as a file without a row limit, sent while it is read; audited',
    access: registrarAccess,
    query: householdExportQuerySchema,
    response: downloadSchema(sheetTypes.xlsx, sheetTypes.csv),
    handle: (call) => slots.run(call.viewer.id, () => makeExport(call)),
  });
}

async function makeExport({
  database,
  viewer,
  query,
  language,
  context,
  audit,
}: Call<undefined, HouseholdExportQuery, undefined, typeof households>): Promise<Download> {
  const { format, ...listQuery } = query;
  const request = listRequestOf(listQuery, areaOf(viewer), language);
  const filters = filtersOf(request);
  const text = request.search ? await readText(database, request.search) : null;
  const total = text ? await countHits(database, filters, text) : await countList(database, filters, request);
  // Names are exported unmasked, and numbers masked; the log records who exported how many.
  await audit({
    action: 'households.export',
    subjectType: 'household',
    subjectId: null,
    details: { format, total, fields: Object.keys(listQuery) },
  });
  const translate = translateIn(language, context);
  const rows = rowsOf(streamHouseholds(context.database, filters, request, text), {
    language,
    timeZone: context.timeZone,
    translate,
  });
  const columns = [
    ...importColumns.map((column) => ({ header: headersOf(translate)[column], width: columnWidths[column] })),
    ...(['author', 'createdAt', 'updatedAt'] as const).map((key) => ({
      header: translate(`sheet.columns.${key}`),
      width: 20,
    })),
  ];
  const stream: Readable = writeSheet(format, { name: translate('sheet.name'), columns, rows });
  const day = dayAt(Date.now(), context.timeZone);
  return new Download({
    name: `${translate('sheet.file')}-${day}.${format}`,
    mimetype: sheetTypes[format],
    stream,
    total,
  });
}

interface Wording {
  readonly language: Language;
  readonly timeZone: string;
  readonly translate: Translate;
}

async function* rowsOf(
  portions: AsyncIterable<readonly HouseholdRow[]>,
  wording: Wording,
): AsyncGenerator<CellValue[]> {
  const types = houseTypesOf(wording.translate);
  const mask = compileMask<Household>(household.schema);
  for await (const portion of portions) {
    for (const row of portion) {
      yield cellsOf(mask(presentHousehold(row)), types, wording);
    }
  }
}

function cellsOf(
  row: Household,
  types: Readonly<Record<Household['house_type'], string>>,
  { language, timeZone }: Wording,
): CellValue[] {
  const moment = (text: string) => formatDateTime(text, timeZone);
  const { author } = row;
  return [
    localizedName(row.neighborhood, language),
    localizedName(row.street, language),
    localizedName(row.household_category, language),
    types[row.house_type],
    row.house_suffix === null ? row.house_number : `${row.house_number}${row.house_suffix}`,
    row.apartment_number,
    row.citizens.map(({ full_name, personal_number }) => `${full_name} ${personal_number}`).join('; '),
    row.able_to_work,
    row.unemployed,
    row.informal,
    row.household_directions
      .map(({ direction, quantity }) => `${localizedName(direction, language)}: ${quantity}`)
      .join('; '),
    row.coords?.[0] ?? null,
    row.coords?.[1] ?? null,
    author ? `${author.last_name} ${author.first_name}` : null,
    moment(row.createdAt),
    moment(row.updatedAt),
  ];
}
