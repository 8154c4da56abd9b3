import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Area, areaOf, idParamSchema } from '#kernel/plugin-api/contract.ts';
import {
  type ApiRoute,
  createDownloadSlots,
  Download,
  downloadSchema,
  routesOf,
} from '#kernel/plugin-api/server.ts';
import { type Batch, writers } from '../../contract.ts';
import { letters } from '../../manifest.ts';
import type { Context } from '../core/application.ts';
import { codedError } from '../core/errors.ts';
import { letterApplication, lettersFrom, lettersWithin } from '../store/rows.ts';
import { type BatchFile, joinFiles } from './join-files.ts';
import { readBatch } from './store.ts';

const types = { pdf: 'application/pdf', zip: 'application/zip' } as const;

/** The number of files being joined at a time; each one uses a processor core. */
const slotsOfNode = { concurrency: 3, perAdmin: 1 } as const;

/** `GET letter-batches/:id/file`: the letters of a bulk job in one file, generated while it is sent. */
export function downloadRoute(context: Context): ApiRoute {
  const slots = createDownloadSlots(slotsOfNode);
  return routesOf(letters)({
    method: 'GET',
    path: 'letter-batches/:id/file',
    summary: 'The letters of one of the user’s bulk jobs, as one PDF for printing or as a zip; audited',
    access: writers,
    params: z.object({ id: idParamSchema }),
    query: z.strictObject({ format: z.enum(['pdf', 'zip']) }),
    response: downloadSchema(types.pdf, types.zip),
    async handle({ database, viewer, params: { id }, query: { format }, audit }) {
      const found = await readBatch(database, id, viewer.id);
      return slots.run(viewer.id, async () => {
        const files = await filesOf(context, id, areaOf(viewer));
        if (files.length === 0) throw codedError(problemOf(found));
        await audit({
          action: 'letters.batch.download',
          subjectType: 'letter_batch',
          subjectId: id,
          details: { format, total: files.length },
        });
        return new Download({
          name: `${context.text('uz', 'letters:export.file')}-${id}.${format}`,
          mimetype: types[format],
          stream: await joinFiles[format](files, (file) => open(context, file)),
          total: files.length,
        });
      });
    },
  });
}

/** Why a bulk job has no letters to download. */
function problemOf({ state, done }: Batch): 'batch_running' | 'nothing_written' | 'batch_empty' {
  if (done > 0) return 'batch_empty';
  return state === 'running' ? 'batch_running' : 'nothing_written';
}

/** The files of a bulk job's valid letters within an area, sorted by number. */
async function filesOf({ database }: Context, batchId: number, area: Area): Promise<BatchFile[]> {
  const { rows } = await sql<BatchFile>`
    select letter.file_id, file.name from ${lettersFrom} join kernel_v1_files as file on file.id = letter.file_id
    where letter.batch_id = ${batchId} and letter.status = 'issued' and ${lettersWithin(letterApplication, area)}
    order by letter.year, letter.number`.execute(database);
  return rows;
}

async function open({ openFile }: Context, { file_id, name }: BatchFile): Promise<Readable> {
  const stream = await openFile(file_id);
  if (!stream) throw new Error(`the file ${name} of a letter does not exist`);
  return stream;
}
