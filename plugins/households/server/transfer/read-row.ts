import { type Message, problemsOf } from '#kernel/plugin-api/contract.ts';
import { type SheetCells, type SheetFinding, textOfCell } from '#kernel/plugin-api/server.ts';
import { isMasked, normalizeForSearch, toLatinLookAlikes } from '#kernel/domain/text/index.ts';

import {
  householdBodySchema,
  type HouseholdBody,
  type HouseType,
  type ImportColumn,
} from '../../contract.ts';
import type { NameIndex } from './references.ts';

/** A problem or warning of a row. */
export type Finding = SheetFinding<ImportColumn>;

/** A row as far as it could be parsed: a household, or its problems. */
export interface ReadRow {
  readonly body: HouseholdBody | null;
  readonly address: string;
  readonly citizens: number;
  readonly errors: readonly Finding[];
}

export type Cells = SheetCells<ImportColumn>;

/** Ids by the names in a spreadsheet: of records, and of house types. */
export interface Vocabulary {
  readonly names: NameIndex;
  readonly houseTypes: ReadonlyMap<string, HouseType>;
}

/** Parses the cells of a row: resolves names, parses numbers, and validates the result like the form's. */
export function readRow(cells: Cells, vocabulary: Vocabulary): ReadRow {
  const errors: Finding[] = [];
  const reject = (column: ImportColumn, code: string, params: NonNullable<Message['params']> = {}) =>
    errors.push({ column, code, message: { key: `households:import.errors.${code}`, params } });
  const reader = createReader(cells, reject);
  const location = readAddress(reader, vocabulary, reject);
  const citizens = readCitizens(reader, reject);
  const draft = {
    ...location,
    ...readHouse(reader, reject),
    apartment_number: reader.number('apartment_number') ?? null,
    citizens,
    able_to_work: reader.number('able_to_work') ?? 0,
    unemployed: reader.number('unemployed') ?? 0,
    informal: reader.number('informal') ?? 0,
    directions: readDirections(reader, vocabulary, reject),
    coords: readCoords(reader, reject),
  };
  const checked = householdBodySchema.safeParse(draft, { reportInput: true });
  if (!checked.success) {
    const known = new Set(errors.map(({ column }) => column));
    for (const [path, message] of Object.entries(problemsOf(checked.error.issues))) {
      const column = columnOf(path);
      // Unreadable values were reported already.
      if (column && known.has(column)) continue;
      errors.push({ column, code: message.key.replace(/^.*\./, ''), message });
    }
  }
  const address = ['neighborhood', 'street', 'house_number', 'apartment_number']
    .map((column) => reader.text(column as ImportColumn))
    .filter((text) => text !== '')
    .join(', ');
  const body = checked.success && errors.length === 0 ? checked.data : null;
  return { body, address, citizens: citizens.length, errors };
}

type Reject = (column: ImportColumn, code: string, params?: NonNullable<Message['params']>) => void;

interface Reader {
  text(column: ImportColumn): string;
  number(column: ImportColumn): number | undefined;
  list(column: ImportColumn): string[];
}

/** Reads single cells; a formula is rejected, since its value was computed by someone else. */
function createReader(cells: Cells, reject: Reject): Reader {
  for (const [column, cell] of Object.entries(cells)) {
    if (typeof textOfCell(cell) === 'object') reject(column as ImportColumn, 'formula');
  }
  function text(column: ImportColumn): string {
    const read = textOfCell(cells[column]);
    return typeof read === 'string' ? read : '';
  }
  return {
    text,
    number(column) {
      const written = text(column).replace(/[\s\u00a0]/g, '');
      if (written === '') return undefined;
      if (/^-?\d{1,9}([.,]0+)?$/.test(written)) return Number.parseInt(written, 10);
      reject(column, 'number');
      return undefined;
    },
    list: (column) =>
      text(column)
        .split(/[;\n\r]+/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
  };
}

function readAddress(reader: Reader, { names, houseTypes }: Vocabulary, reject: Reject) {
  const find = (column: ImportColumn, findId: (name: string) => number | undefined) => {
    const name = reader.text(column);
    if (name === '') return undefined;
    const id = findId(name);
    if (id === undefined) reject(column, 'unknown', { name: name.slice(0, 100) });
    return id;
  };
  const neighborhood_id = find('neighborhood', names.neighborhood);
  const street_id =
    neighborhood_id === undefined ? undefined : find('street', (name) => names.street(name, neighborhood_id));
  // Without a known neighbourhood, the street cannot be resolved.
  if (neighborhood_id === undefined && reader.text('neighborhood') !== '')
    reject('street', 'street_of_unknown');
  const written = reader.text('house_type');
  const house_type = houseTypes.get(normalizeForSearch(written));
  if (written !== '' && house_type === undefined)
    reject('house_type', 'unknown', { name: written.slice(0, 100) });
  return {
    neighborhood_id,
    street_id,
    house_type,
    household_category_id: find('household_category', names.category),
  };
}

/** `12`, `12A`, `12/3`: the number, and its suffix. */
function readHouse(reader: Reader, reject: Reject) {
  const [, number, suffix = ''] =
    /^(\d{1,6})((?:\p{L}|\/\d).*)$/u.exec(reader.text('house_number').replace(/[\s\u00a0-]/g, '')) ?? [];
  if (number === undefined) return { house_number: reader.number('house_number'), house_suffix: null };
  const house_suffix = toLatinLookAlikes(suffix.toUpperCase());
  if (householdBodySchema.shape.house_suffix.safeParse(house_suffix).success)
    return { house_number: Number(number), house_suffix };
  reject('house_number', 'number');
  return { house_number: undefined, house_suffix: null };
}

/** `Karimov Ali 31210632040244; …`: the name, then the number. */
function readCitizens(reader: Reader, reject: Reject): { full_name: string; personal_number: string }[] {
  return reader.list('citizens').flatMap((part) => {
    // An export masks the numbers, so a sheet made from one has no numbers to import.
    if (isMasked(part)) {
      reject('citizens', 'citizen_masked', { text: part.slice(0, 100) });
      return [];
    }
    const found = /^(.*?)[\s,:–—-]*(\d[\d\s]*)$/.exec(part);
    const [, full_name = '', number = ''] = found ?? [];
    if (full_name !== '' && number !== '') return [{ full_name, personal_number: number.replace(/\s/g, '') }];
    reject('citizens', 'citizen_form', { text: part.slice(0, 100) });
    return [];
  });
}

/** `Chorvachilik: 3; Savdo`: the name and the quantity, 1 by default. */
function readDirections(reader: Reader, { names }: Vocabulary, reject: Reject) {
  return reader.list('directions').flatMap((part) => {
    const [, name = '', quantity = '1'] = /^(.*?)(?:\s*[:–—-]?\s*(\d{1,6}))?$/.exec(part) ?? [];
    const direction_id = names.direction(name);
    if (direction_id !== undefined) return [{ direction_id, quantity: Number(quantity) }];
    reject('directions', 'unknown', { name: name.slice(0, 100) });
    return [];
  });
}

function readCoords(reader: Reader, reject: Reject): [number, number] | null {
  const read = (column: 'latitude' | 'longitude') => {
    const written = reader.text(column).replace(',', '.');
    if (written === '') return null;
    const degrees = Number(written);
    if (Number.isFinite(degrees)) return degrees;
    reject(column, 'number');
    return null;
  };
  const [latitude, longitude] = [read('latitude'), read('longitude')];
  if (latitude !== null && longitude !== null) return [latitude, longitude];
  const isHalf = (reader.text('latitude') === '') !== (reader.text('longitude') === '');
  if (isHalf) reject(latitude === null ? 'latitude' : 'longitude', 'coords_incomplete');
  return null;
}

/** The column that a field of the form is read from. */
function columnOf(path: string): ImportColumn | null {
  const [field = '', index] = path.split('.');
  if (field === 'coords') return index === '1' ? 'longitude' : 'latitude';
  return columns[field] ?? null;
}

const columns: Readonly<Record<string, ImportColumn>> = {
  neighborhood_id: 'neighborhood',
  street_id: 'street',
  household_category_id: 'household_category',
  house_type: 'house_type',
  house_number: 'house_number',
  apartment_number: 'apartment_number',
  citizens: 'citizens',
  able_to_work: 'able_to_work',
  unemployed: 'unemployed',
  informal: 'informal',
  directions: 'directions',
};
