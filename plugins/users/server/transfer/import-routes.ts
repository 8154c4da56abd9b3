import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import { fail, sheetImportSchema, superAdmin } from '#kernel/plugin-api/contract.ts';
import {
  assertPreviewed,
  type DatabaseTransaction,
  Download,
  downloadSchema,
  onlyFile,
  previewSheet,
  routesOf,
  sheetTypes,
  writeSheet,
  writeWorkbook,
} from '#kernel/plugin-api/server.ts';
import { importLimits } from '#kernel/domain/values/limits.ts';
import {
  citizenColumns,
  citizenPreviewSchema,
  citizenReportSchema,
  citizenTemplateQuerySchema,
  type CitizenBody,
} from '../../contract.ts';
import { users } from '../../manifest.ts';
import { codedError } from '../core/errors.ts';
import { store } from '../store/user-store.ts';
import { insertCitizens, updateCitizen } from '../store/write.ts';
import {
  differencesOf,
  gapsOf,
  presentRow,
  readImport,
  readOwners,
  type CheckedCitizen,
} from './read-import.ts';
import { headersOf, translateIn } from './texts.ts';

const route = routesOf(users);
const upload = { minFiles: 1, maxFiles: 1, maxBytes: importLimits.bytes, keep: false } as const;
/** The number of citizens written by one statement. */
const portion = 1000;
const width = 24;

/** `GET users/template`. */
export const template = route({
  method: 'GET',
  path: 'users/template',
  summary: 'An empty sheet for an import of citizens',
  access: superAdmin,
  query: citizenTemplateQuerySchema,
  response: downloadSchema(sheetTypes.xlsx, sheetTypes.csv),
  async handle({ query: { format }, language, context }) {
    const translate = translateIn(language, context);
    const headers = headersOf(translate);
    const columns = citizenColumns.map((column) => ({ header: headers[column], width }));
    const name = translate('sheet.name');
    return new Download({
      name: `${translate('sheet.templateFile')}.${format}`,
      mimetype: sheetTypes[format],
      stream:
        format === 'csv'
          ? writeSheet(format, { name, columns, rows: nothing() })
          : Readable.from([await writeWorkbook([{ name, columns, rows: [] }])]),
    });
  },
});

/** `POST users/imports/preview`. */
export const preview = route({
  method: 'POST',
  path: 'users/imports/preview',
  summary: 'Checks every row of a spreadsheet of citizens and writes nothing',
  access: superAdmin,
  upload,
  body: z.strictObject({}),
  response: citizenPreviewSchema,
  transaction: false,
  async handle({ database, uploads, language, context }) {
    const file = onlyFile(uploads);
    const translate = translateIn(language, context);
    const rows = await readImport(database, file, { context, translate });
    return previewSheet(file, rows, (row) => presentRow(row, translate));
  },
});

/** `POST users/imports`. */
export const importSheet = route({
  method: 'POST',
  path: 'users/imports',
  summary:
    'Imports the citizens of a previewed spreadsheet; a row with a known JSHSHIR completes that citizen',
  access: superAdmin,
  upload,
  body: sheetImportSchema,
  response: citizenReportSchema,
  status: 201,
  async handle({ database, viewer, body, uploads, language, context, audit, emit }) {
    const file = onlyFile(uploads);
    if (file.sha256 !== body.digest) throw codedError('import_changed');
    // Serialized: of two concurrent requests with the same file, the second finds the rows of the first.
    await sql`select pg_advisory_xact_lock(4607022)`.execute(database);
    const translate = translateIn(language, context);
    const rows = await readImport(database, file, { context, translate });
    assertPreviewed(body, rows);
    const isSelected = ({ body: citizen, warnings }: CheckedCitizen) =>
      citizen !== null && (body.warnings === 'accept' || warnings.length === 0);
    const selected = rows.filter(isSelected);
    const { fresh, completing } = divide(selected);
    const ids = await insertAll(database, fresh, viewer.id);
    const known = await findKnown(database, completing);
    const touched = [...new Set([...ids, ...known.flatMap((row) => row.known?.id ?? [])])];
    let merged = 0;
    for (const row of known) if (await complete(database, row)) merged++;
    const details = { created: ids.length, merged, skipped: rows.length - selected.length, ids: touched };
    await audit({ action: 'users.import', subjectType: 'user', subjectId: null, details });
    const last = ids.at(-1) ?? touched[0];
    if (last !== undefined) emit('user_change', { id: last, change: 'created' });
    const skipped = rows.filter((row) => !isSelected(row)).map((row) => presentRow(row, translate));
    return { created: ids.length, merged, skipped };
  },
});

/** Divides rows into new citizens and rows that complete a citizen of the register or of an earlier row. */
function divide(rows: readonly CheckedCitizen[]) {
  const numbers = new Set<string>();
  const fresh: CitizenBody[] = [];
  const completing: CheckedCitizen[] = [];
  for (const row of rows) {
    if (!row.body) continue;
    const number = row.body.personal_number;
    if (row.known || (number !== null && numbers.has(number))) completing.push(row);
    else fresh.push(row.body);
    if (number !== null) numbers.add(number);
  }
  return { fresh, completing };
}

/** Writes new citizens, and returns their ids. */
async function insertAll(
  database: DatabaseTransaction,
  fresh: readonly CitizenBody[],
  authorId: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < fresh.length; from += portion) {
    ids.push(...(await insertCitizens(database, fresh.slice(from, from + portion), authorId)));
  }
  // Another user registered one of them while the sheet was read.
  if (ids.length < fresh.length) throw fail('import_outdated');
  return ids;
}

/** Adds to each row the citizen whom it completes, including those whom earlier rows have just registered. */
async function findKnown(
  database: DatabaseTransaction,
  rows: readonly CheckedCitizen[],
): Promise<CheckedCitizen[]> {
  const repeated = rows.flatMap(({ body, known }) => (known || !body ? [] : body));
  const owners = await readOwners(database, repeated);
  return rows.map((row) => ({
    ...row,
    known: row.known ?? owners.get(row.body?.personal_number ?? '') ?? null,
  }));
}

/**
 * Completes an existing citizen from a row; values confirmed as a warning replace those of the register. The
 * citizen is read again with the row locked: values written meanwhile by another admin or an earlier row
 * stay.
 */
async function complete(database: DatabaseTransaction, { body, known }: CheckedCitizen): Promise<boolean> {
  if (!body || !known) return false;
  const now = await store.find(database, known.id, { lock: true });
  if (!now) return false;
  const fields = [...gapsOf(body, now), ...differencesOf(body, known)];
  const taken = Object.fromEntries(fields.map((field) => [field, body[field]]));
  return fields.length === 0 || updateCitizen(database, known.id, { ...now, ...taken });
}

async function* nothing(): AsyncGenerator<never[]> {}
