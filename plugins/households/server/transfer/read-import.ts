import type { Area } from '#kernel/plugin-api/contract.ts';
import {
  type Database,
  type DatabaseTransaction,
  presentFindings,
  readSheetRows,
  type ServerContext,
  type SheetShape,
  type Translate,
  type UploadedFile,
} from '#kernel/plugin-api/server.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { importLimits } from '#kernel/domain/values/limits.ts';
import {
  houseTypes,
  importColumns,
  type HouseType,
  type ImportColumn,
  type ImportRow,
} from '../../contract.ts';
import { codedError } from '../core/errors.ts';
import { findWarnings } from './find-warnings.ts';
import { readRow, type Finding, type ReadRow } from './read-row.ts';
import { indexNames, readReferences } from './references.ts';
import { headersOf, houseTypesOf, translateIn } from './texts.ts';

/** Without these columns the file cannot be read. */
const needed = ['neighborhood', 'street', 'household_category', 'house_type', 'house_number'] as const;

/** A row with all its findings; `row` counts as in the spreadsheet. */
export interface CheckedRow extends ReadRow {
  readonly row: number;
  readonly warnings: readonly Finding[];
}

/** Parses a spreadsheet and checks every row; writes nothing. */
export async function readImport(
  database: Database | DatabaseTransaction,
  file: UploadedFile,
  {
    area,
    context,
    translate,
  }: { area: Area; context: Pick<ServerContext, 'text' | 'readSheet'>; translate: Translate },
): Promise<CheckedRow[]> {
  const names = indexNames(await readReferences(database, area));
  const vocabulary = { names, houseTypes: nameHouseTypes(context) };
  const shape: SheetShape<ImportColumn> = {
    columns: importColumns,
    needed,
    headersIn: (language) => headersOf(translateIn(language, context)),
    maxRows: importLimits.rows,
    errorOf(missing) {
      const headers = headersOf(translate);
      return codedError('import_header', {
        params: { columns: missing.map((column) => headers[column]).join(', ') },
      });
    },
  };
  const rows = await readSheetRows(file, context, shape, ({ row, cells }) => ({
    ...readRow(cells, vocabulary),
    row,
  }));
  const warnings = await findWarnings(database, rows, names);
  return rows.map((row) => ({ ...row, warnings: warnings.get(row.row) ?? [] }));
}

/** A row as presented, in the reader's language. */
export function presentRow(
  { row, address, citizens, errors, warnings }: CheckedRow,
  translate: Translate,
): ImportRow {
  return {
    row,
    address: address.slice(0, 200),
    citizens,
    errors: presentFindings(errors, translate),
    warnings: presentFindings(warnings, translate),
  };
}

/** The names of the house types, in every language and in the API. */
function nameHouseTypes(context: Pick<ServerContext, 'text'>): Map<string, HouseType> {
  const named = languages.flatMap((language) => {
    const texts = houseTypesOf(translateIn(language, context));
    return houseTypes.map((type) => [normalizeForSearch(texts[type]), type] as const);
  });
  return new Map([...houseTypes.map((type) => [type, type] as const), ...named]);
}
