import { z } from 'zod';
import { areaOf, idParamSchema } from '#kernel/plugin-api/contract.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import { routesOf } from '#kernel/plugin-api/server.ts';
import {
  bulkBatchSchema,
  bulkBodySchema,
  bulkDetailSchema,
  bulkPreviewBodySchema,
  bulkPreviewSchema,
  maxBulk,
  selectionSchema,
} from '../../contract/bulk.ts';
import { applicationListQuerySchema } from '../../contract.ts';
import { applications, receivers } from '../../manifest.ts';
import { listRequestOf } from '../routes.ts';
import { readList } from '../store/list.ts';
import { dueOf } from '../tasks/due.ts';
import { finishBulk } from './bulk-job.ts';
import { readPreview } from './preview.ts';
import { reportRoute } from './report.ts';
import { bulkStore, insertBatch, readBatch, readBatches, readRunning } from './store.ts';

const route = routesOf(applications);
const params = z.object({ id: idParamSchema });

const selection = route({
  method: 'GET',
  path: 'applications/selection',
  summary: `The ids of all applications that a list finds, in its order, at most ${maxBulk}`,
  access: receivers,
  query: applicationListQuerySchema,
  response: selectionSchema,
  async handle(call) {
    const found = await readList(call.database, {
      ...listRequestOf(call, call.context.timeZone),
      page: 1,
      limit: maxBulk,
    });
    return { ids: found.items.map(({ id }) => id), total: found.length };
  },
});

const preview = route({
  method: 'POST',
  path: 'applications/batches/preview',
  summary:
    'What can be done with some applications at once, why not with the others, and who could take them',
  access: receivers,
  body: bulkPreviewBodySchema,
  response: bulkPreviewSchema,
  handle: ({ database, viewer, body, context }) =>
    readPreview(database, {
      ids: [...new Set(body.ids)],
      area: areaOf(viewer),
      adminId: viewer.id,
      today: dayAt(Date.now(), context.timeZone),
    }),
});

const list = route({
  method: 'GET',
  path: 'applications/batches',
  summary: 'One’s latest bulk jobs of applications',
  access: receivers,
  response: z.array(bulkBatchSchema),
  handle: ({ database, viewer }) => readBatches(database, viewer.id),
});

const create = route({
  method: 'POST',
  path: 'applications/batches',
  summary:
    'Begins a bulk job: accepts, forwards or answers many applications, each by the rules of the single action',
  access: receivers,
  body: bulkBodySchema,
  response: bulkBatchSchema,
  status: 201,
  async handle(call) {
    const { database, viewer, body, audit, context } = call;
    if (body.kind === 'forward') dueOf(body.due, context);
    const id = await insertBatch(database, body, viewer.id);
    await audit({
      action: 'applications.batch.start',
      subjectType: 'application_batch',
      subjectId: id,
      details: { kind: body.kind, total: new Set(body.ids).size },
    });
    return readBatch(database, id, viewer.id);
  },
});

const detail = route({
  method: 'GET',
  path: 'applications/batches/:id',
  summary: 'A bulk job of one’s own: how far it is, and with what it was not done, and why',
  access: receivers,
  params,
  response: bulkDetailSchema,
  handle: ({ database, viewer, params: { id } }) => readBatch(database, id, viewer.id),
});

const stop = route({
  method: 'POST',
  path: 'applications/batches/:id/stop',
  summary: 'Ends a bulk job; what it has done stays',
  access: receivers,
  params,
  response: bulkBatchSchema,
  async handle(call) {
    const { database, viewer, params: { id } } = call; // prettier-ignore
    await readBatch(database, id, viewer.id);
    const running = await readRunning(database, id);
    if (running && (await bulkStore.end(database, id, 'stopped'))) {
      await finishBulk(call, running, 'stopped');
      const progress = await bulkStore.readProgress(database, id);
      const payload = { id, total: running.total, ...progress };
      call.emit('application_batch', payload, { adminIds: [viewer.id] });
    }
    return readBatch(database, id, viewer.id);
  },
});

/** The calls about bulk jobs. */
export const bulkRoutes = [selection, preview, list, create, detail, stop, reportRoute];
