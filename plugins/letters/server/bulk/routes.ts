import { areaOf, fail } from '#kernel/plugin-api/contract.ts';
import { batchRoutesOf, routesOf } from '#kernel/plugin-api/server.ts';
import {
  batchBodySchema,
  batchDetailSchema,
  batchPreviewQuerySchema,
  batchPreviewSchema,
  batchSchema,
  maxBatch,
  writers,
} from '../../contract.ts';
import { letters } from '../../manifest.ts';
import type { Context } from '../core/application.ts';
import { codedError } from '../core/errors.ts';
import { readSignatories } from '../store/signatories.ts';
import { readTemplate } from '../store/templates.ts';
import { downloadRoute } from './download.ts';
import { batchStore, countApplications, insertBatch, readBatch, readBatches } from './store.ts';

const route = routesOf(letters);

const preview = route({
  method: 'GET',
  path: 'letter-batches/preview',
  summary: 'The number of applications for which a bulk job would issue a letter',
  access: writers,
  query: batchPreviewQuerySchema,
  response: batchPreviewSchema,
  async handle({ database, viewer, query, context }) {
    const criteria = { ...query, neighborhood: query.neighborhood ?? null };
    const count = await countApplications(database, criteria, areaOf(viewer), context.timeZone);
    return { count: Math.min(count, maxBatch), capped: count > maxBatch };
  },
});

const create = route({
  method: 'POST',
  path: 'letter-batches',
  summary: 'Starts a bulk job that issues a letter for each of some applications',
  access: writers,
  body: batchBodySchema,
  response: batchSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, context } = call;
    const template = await readTemplate(database, body.template_id, body.language);
    if (!template) throw codedError('template_gone');
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
    if (total === 0) throw codedError('batch_empty');
    if (total > maxBatch) throw codedError('batch_too_large', { params: { limit: maxBatch } });
    await call.audit({
      action: 'letters.batch.start',
      subjectType: 'letter_batch',
      subjectId: id,
      details: { template_id: body.template_id, total },
    });
    return readBatch(database, id, viewer.id);
  },
});

const { list, detail, stop } = batchRoutesOf(letters, {
  path: 'letter-batches',
  access: writers,
  calls: {
    list: 'The user’s latest bulk jobs of letters',
    detail: 'One of the user’s bulk jobs, with progress and failures',
    stop: 'Stops a bulk job; its letters remain',
  },
  schema: batchSchema,
  detailSchema: batchDetailSchema,
  readBatches,
  readBatch,
  async stop({ database, audit }, id) {
    if (await batchStore.end(database, id, 'stopped')) {
      await audit({ action: 'letters.batch.stopped', subjectType: 'letter_batch', subjectId: id });
    }
  },
});

/** The routes of bulk jobs. */
export const batchRoutes = (context: Context) => [
  list,
  preview,
  create,
  detail,
  stop,
  downloadRoute(context),
];
