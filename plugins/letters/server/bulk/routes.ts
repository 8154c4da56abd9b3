import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Area, areaOf, fail, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { createDownloadSlots, Download, downloadSchema, routesOf } from '#kernel/plugin-api/server.ts';
import {
  type Batch,
  batchBodySchema,
  batchDetailSchema,
  batchPreviewQuerySchema,
  batchPreviewSchema,
  batchSchema,
  maxBatch,
  writers,
} from '../../contract.ts';
import { letters } from '../../manifest.ts';
import type { Context } from '../case.ts';
import { refuse } from '../errors.ts';
import { lettersFrom, lettersWithin } from '../store/rows.ts';
import { readSignatories } from '../store/signatories.ts';
import { readTemplate } from '../store/templates.ts';
import { type BatchFile, joinFiles } from './join-files.ts';
import { batchStore, countCases, insertBatch, readBatch, readBatches } from './store.ts';

const route = routesOf(letters);
const params = z.object({ id: idParamSchema });

const list = route({
  method: 'GET',
  path: 'letter-batches',
  summary: 'One’s latest bulk jobs of letters',
  access: writers,
  response: z.array(batchSchema),
  handle: ({ database, viewer }) => readBatches(database, viewer.id),
});

const preview = route({
  method: 'GET',
  path: 'letter-batches/preview',
  summary: 'To how many applications a bulk job would write',
  access: writers,
  query: batchPreviewQuerySchema,
  response: batchPreviewSchema,
  async handle({ database, viewer, query, context }) {
    const criteria = { ...query, neighborhood: query.neighborhood ?? null };
    const count = await countCases(database, criteria, areaOf(viewer), context.timeZone);
    return { count: Math.min(count, maxBatch), capped: count > maxBatch };
  },
});

const create = route({
  method: 'POST',
  path: 'letter-batches',
  summary: 'Begins a bulk job: a letter to each of some applications',
  access: writers,
  body: batchBodySchema,
  response: batchSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, context } = call;
    const template = await readTemplate(database, body.template_id, body.language);
    if (!template) throw refuse('template_gone');
    const [signatory] = await readSignatories(database, body.language, body.signatory_id);
    if (!signatory) throw fail('invalid', { fields: { signatory_id: { key: 'letters:errors.signatory' } } });
    const { id, total } = await insertBatch(database, {
      body,
      templateVersion: template.version,
      area: areaOf(viewer),
      authorId: viewer.id,
      origin: call.origin,
      timeZone: context.timeZone,
    });
    if (total === 0) throw refuse('batch_empty');
    if (total > maxBatch) throw refuse('batch_too_large', { params: { limit: maxBatch } });
    await call.audit({
      action: 'letters.batch.start',
      subjectType: 'letter_batch',
      subjectId: id,
      details: { template_id: body.template_id, total },
    });
    return readBatch(database, id, viewer.id);
  },
});

const detail = route({
  method: 'GET',
  path: 'letter-batches/:id',
  summary: 'A bulk job of one’s own: how far it is, and what went wrong',
  access: writers,
  params,
  response: batchDetailSchema,
  handle: ({ database, viewer, params: { id } }) => readBatch(database, id, viewer.id),
});

const stop = route({
  method: 'POST',
  path: 'letter-batches/:id/stop',
  summary: 'Ends a bulk job; the letters that it has written stay',
  access: writers,
  params,
  response: batchSchema,
  async handle({ database, viewer, params: { id }, audit }) {
    await readBatch(database, id, viewer.id);
    if (await batchStore.end(database, id, 'stopped')) {
      await audit({ action: 'letters.batch.stopped', subjectType: 'letter_batch', subjectId: id });
    }
    return readBatch(database, id, viewer.id);
  },
});

const types = { pdf: 'application/pdf', zip: 'application/zip' } as const;

/** Files that are being joined at a time; each of them takes the time of a processor. */
const slotsOfNode = { concurrency: 3, perAdmin: 1 } as const;

/** `GET letter-batches/:id/file`: the letters of a bulk job in one file, made while it is sent. */
function createDownload(context: Context) {
  const slots = createDownloadSlots(slotsOfNode);
  return route({
    method: 'GET',
    path: 'letter-batches/:id/file',
    summary: 'The letters of a bulk job of one’s own, as one PDF for the printer or as a zip; audited',
    access: writers,
    params,
    query: z.strictObject({ format: z.enum(['pdf', 'zip']) }),
    response: downloadSchema(types.pdf, types.zip),
    async handle({ database, viewer, params: { id }, query: { format }, audit }) {
      const found = await readBatch(database, id, viewer.id);
      return slots.run(viewer.id, async () => {
        const files = await filesOf(context, id, areaOf(viewer));
        if (files.length === 0) throw refuse(problemOf(found));
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

/** Why a bulk job has no letters to give. */
function problemOf({ state, done }: Batch): 'batch_running' | 'nothing_written' | 'batch_empty' {
  if (done > 0) return 'batch_empty';
  return state === 'running' ? 'batch_running' : 'nothing_written';
}

/** The files of the letters of a bulk job that are valid and within an area, in the order of their numbers. */
async function filesOf({ database }: Context, batchId: number, area: Area): Promise<BatchFile[]> {
  const { rows } = await sql<BatchFile>`
    select letter.file_id, file.name from ${lettersFrom} join kernel_v1_files as file on file.id = letter.file_id
    where letter.batch_id = ${batchId} and letter.status = 'issued' and ${lettersWithin(area)}
    order by letter.year, letter.number`.execute(database);
  return rows;
}

async function open({ openFile }: Context, { file_id, name }: BatchFile): Promise<Readable> {
  const stream = await openFile(file_id);
  if (!stream) throw new Error(`the file ${name} of a letter is gone`);
  return stream;
}

/** The calls about bulk jobs. */
export const batchRoutes = (context: Context) => [
  list,
  preview,
  create,
  detail,
  stop,
  createDownload(context),
];
