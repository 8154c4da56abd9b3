import { setImmediate as breathe } from 'node:timers/promises';
import type { Area } from '#kernel/plugin-api/contract.ts';
import type {
  Database,
  DatabaseTransaction,
  ServerContext,
  SheetCell,
  UploadedFile,
} from '#kernel/plugin-api/server.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import {
  houseTypes,
  importColumns,
  importLimits,
  type HouseType,
  type ImportColumn,
  type ImportRow,
} from '../../contract.ts';
import { refuse } from '../errors.ts';
import { findWarnings } from './find-warnings.ts';
import { readRow, type Finding, type ReadRow } from './read-row.ts';
import { indexNames, readReferences } from './references.ts';
import { headersOf, houseTypesOf, sayIn, type Say } from './texts.ts';

/** Without these columns nothing can be read. */
const needed = ['neighborhood', 'street', 'household_category', 'house_type', 'house_number'] as const;
/** Rows that are read before others get their turn. */
const batchSize = 200;

/** A row with all that was found in it; `row` counts as the spreadsheet does. */
export interface CheckedRow extends ReadRow {
  readonly row: number;
  readonly warnings: readonly Finding[];
}

/** Reads a spreadsheet and checks every row; nothing is written. */
export async function readImport(
  database: Database | DatabaseTransaction,
  file: UploadedFile,
  { area, context, say }: { area: Area; context: Pick<ServerContext, 'text' | 'readSheet'>; say: Say },
): Promise<CheckedRow[]> {
  const [header = [], ...lines] = await context.readSheet(file, {
    maxRows: importLimits.rows + 1,
    maxColumns: 40,
  });
  const places = findColumns(header, context, say);
  const names = indexNames(await readReferences(database, area));
  const vocabulary = { names, houseTypes: nameHouseTypes(context) };
  const rows: (ReadRow & { row: number })[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % batchSize === 0) await breathe();
    if (line.every((cell) => cell === null)) continue;
    const cells = Object.fromEntries(places.map(([column, at]) => [column, line[at] ?? null]));
    rows.push({ ...readRow(cells, vocabulary), row: index + 2 });
  }
  const warnings = await findWarnings(database, rows, names);
  return rows.map((row) => ({ ...row, warnings: warnings.get(row.row) ?? [] }));
}

/** A row as it is shown, in the words of its reader. */
export function presentRow({ row, address, citizens, errors, warnings }: CheckedRow, say: Say): ImportRow {
  const present = ({ column, code, message }: Finding) => ({
    column,
    code,
    text: say(message.key, message.params as Parameters<Say>[1]),
  });
  return {
    row,
    address: address.slice(0, 200),
    citizens,
    errors: errors.map(present),
    warnings: warnings.map(present),
  };
}

/** The position of each column, by its header in any language; text in brackets is an explanation. */
function findColumns(
  header: readonly SheetCell[],
  context: Pick<ServerContext, 'text'>,
  say: Say,
): (readonly [ImportColumn, number])[] {
  const plain = (text: string) => normalizeForSearch(text.replace(/\(.*$/s, ''));
  const known = new Map<string, ImportColumn>();
  for (const language of languages) {
    const headers = headersOf(sayIn(language, context));
    for (const column of importColumns) known.set(plain(headers[column]), column);
  }
  const places = header.flatMap((cell, at) => {
    const column = typeof cell === 'string' ? known.get(plain(cell)) : undefined;
    return column ? [[column, at] as const] : [];
  });
  const found = new Set(places.map(([column]) => column));
  const missing = needed.filter((column) => !found.has(column));
  if (missing.length === 0) return places;
  const headers = headersOf(say);
  throw refuse('import_header', { params: { columns: missing.map((column) => headers[column]).join(', ') } });
}

/** The names of the kinds of houses, in every language and on the wire. */
function nameHouseTypes(context: Pick<ServerContext, 'text'>): Map<string, HouseType> {
  const named = languages.flatMap((language) => {
    const texts = houseTypesOf(sayIn(language, context));
    return houseTypes.map((type) => [normalizeForSearch(texts[type]), type] as const);
  });
  return new Map([...houseTypes.map((type) => [type, type] as const), ...named]);
}
