import { sql } from 'kysely';
import { z } from 'zod';
import { areaOf, sheetImportSchema } from '#kernel/plugin-api/contract.ts';
import { assertPreviewed, onlyFile, previewSheet, routesOf } from '#kernel/plugin-api/server.ts';
import { importLimits } from '#kernel/domain/values/limits.ts';
import { importPreviewSchema, importReportSchema, type HouseholdBody } from '../../contract.ts';
import { households, registrarAccess } from '../../manifest.ts';
import { codedError } from '../core/errors.ts';
import { insertHouseholds } from '../store/write.ts';
import { lockLocations } from './lock-locations.ts';
import { presentRow, readImport, type CheckedRow } from './read-import.ts';
import { translateIn } from './texts.ts';

const route = routesOf(households);
const upload = { minFiles: 1, maxFiles: 1, maxBytes: importLimits.bytes, keep: false } as const;
/** The number of households written by one statement. */
const portion = 1000;

/** `POST households/imports/preview`. */
export const preview = route({
  method: 'POST',
  path: 'households/imports/preview',
  summary: 'Checks every row of a spreadsheet and writes nothing',
  access: registrarAccess,
  upload,
  body: z.strictObject({}),
  response: importPreviewSchema,
  transaction: false,
  async handle({ database, viewer, uploads, language, context }) {
    const file = onlyFile(uploads);
    const translate = translateIn(language, context);
    const rows = await readImport(database, file, { area: areaOf(viewer), context, translate });
    return previewSheet(file, rows, (row) => presentRow(row, translate));
  },
});

/** `POST households/imports`. */
export const importSheet = route({
  method: 'POST',
  path: 'households/imports',
  summary: 'Imports the rows of a previewed spreadsheet in one transaction',
  access: registrarAccess,
  upload,
  body: sheetImportSchema,
  response: importReportSchema,
  status: 201,
  async handle({ database, viewer, body, uploads, language, context, audit, emit }) {
    const file = onlyFile(uploads);
    if (file.sha256 !== body.digest) throw codedError('import_changed');
    // Serialized: of two concurrent requests with the same file, the second finds the rows of the first.
    await sql`select pg_advisory_xact_lock(4607021)`.execute(database);
    const translate = translateIn(language, context);
    const isSelected = ({ body: household, warnings }: CheckedRow) =>
      household !== null && (body.warnings === 'accept' || warnings.length === 0);
    const read = async () => {
      const rows = await readImport(database, file, { area: areaOf(viewer), context, translate });
      return { rows, selected: rows.filter(isSelected).flatMap(({ body: household }) => household ?? []) };
    };
    let { rows, selected } = await read();
    // A street that was moved meanwhile is an error in its rows, which the next reading finds.
    while (!(await lockLocations(database, selected))) ({ rows, selected } = await read());
    assertPreviewed(body, rows);
    const created: number[] = [];
    const lastIds = new Map<number, number>();
    for (let from = 0; from < selected.length; from += portion) {
      const part: HouseholdBody[] = selected.slice(from, from + portion);
      const ids = await insertHouseholds(database, part, viewer.id);
      created.push(...ids);
      for (const [index, { neighborhood_id }] of part.entries())
        lastIds.set(neighborhood_id, ids[index] ?? 0);
    }
    const details = {
      created: selected.length,
      skipped: rows.length - selected.length,
      warnings: body.warnings,
      ids: created,
    };
    await audit({ action: 'households.import', subjectType: 'household', subjectId: null, details });
    for (const [neighborhoodId, id] of lastIds) {
      emit('household_change', { id, change: 'created' }, { neighborhoodId });
    }
    const skipped = rows.filter((row) => !isSelected(row)).map((row) => presentRow(row, translate));
    return { created: selected.length, skipped };
  },
});
