import { Readable } from 'node:stream';
import { areaOf } from '#kernel/plugin-api/contract.ts';
import {
  type CellValue,
  Download,
  downloadSchema,
  routesOf,
  sheetTypes,
  type Translate,
  writeSheet,
  writeWorkbook,
} from '#kernel/plugin-api/server.ts';
import type { Language } from '#kernel/domain/text/languages.ts';
import { householdTemplateQuerySchema, importColumns } from '../../contract.ts';
import { households, registrarAccess } from '../../manifest.ts';
import type { NamedRow } from '../store/rows.ts';
import { readReferences, type References } from './references.ts';
import { columnWidths, headersOf, houseTypesOf, translateIn } from './texts.ts';

/** `GET households/template`. */
export const template = routesOf(households)({
  method: 'GET',
  path: 'households/template',
  summary: 'An empty sheet for an import, with the allowed names',
  access: registrarAccess,
  query: householdTemplateQuerySchema,
  response: downloadSchema(sheetTypes.xlsx, sheetTypes.csv),
  async handle({ database, viewer, query: { format }, language, context }) {
    const translate = translateIn(language, context);
    const headers = headersOf(translate);
    const columns = importColumns.map((column) => ({ header: headers[column], width: columnWidths[column] }));
    const name = translate('sheet.name');
    async function book(): Promise<Readable> {
      const references = await readReferences(database, areaOf(viewer));
      return Readable.from([await bookOf(name, columns, references, { language, translate })]);
    }
    return new Download({
      name: `${translate('sheet.templateFile')}.${format}`,
      mimetype: sheetTypes[format],
      stream: format === 'csv' ? writeSheet(format, { name, columns, rows: nothing() }) : await book(),
    });
  },
});

/** The sheet to fill in, and a second one with all names, which the cells of the first offer as choices. */
function bookOf(
  name: string,
  columns: readonly { header: string; width: number }[],
  references: References,
  { language, translate }: { language: Language; translate: Translate },
): Promise<Buffer> {
  const headers = headersOf(translate);
  const types = houseTypesOf(translate);
  const nameOf = (row: NamedRow) => row[`name_${language}`];
  const around = new Map(references.neighborhoods.map((row) => [row.id, nameOf(row)]));
  const lists: [header: string, values: string[]][] = [
    [headers.neighborhood, references.neighborhoods.map(nameOf)],
    [headers.household_category, references.categories.map(nameOf)],
    [headers.house_type, [types.building, types.apartment]],
    [translate('sheet.direction'), references.directions.map(nameOf)],
    [headers.street, references.streets.map(nameOf)],
    [
      translate('sheet.streetNeighborhood'),
      references.streets.map(({ neighborhood_id }) => around.get(neighborhood_id) ?? ''),
    ],
  ];
  const longest = Math.max(...lists.map(([, values]) => values.length));
  const rows = Array.from({ length: longest }, (_, line) =>
    lists.map(([, values]): CellValue => values[line] ?? null),
  );
  const tab = translate('sheet.names');
  const choose = (column: (typeof importColumns)[number], from: number) => ({
    column: importColumns.indexOf(column),
    from: { tab, column: from, count: lists[from]?.[1].length ?? 0 },
  });
  return writeWorkbook([
    {
      name,
      columns,
      rows: [],
      choices: [choose('neighborhood', 0), choose('household_category', 1), choose('house_type', 2)],
    },
    { name: tab, columns: lists.map(([header]) => ({ header, width: 28 })), rows },
  ]);
}

async function* nothing(): AsyncGenerator<CellValue[]> {}
