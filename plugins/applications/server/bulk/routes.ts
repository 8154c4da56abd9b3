import { areaOf } from '#kernel/plugin-api/contract.ts';
import { dayAt } from '#kernel/domain/text/index.ts';
import { batchRoutesOf, routesOf } from '#kernel/plugin-api/server.ts';
import {
  bulkBatchSchema,
  bulkBodySchema,
  bulkDetailSchema,
  bulkPreviewBodySchema,
  bulkPreviewSchema,
  maxBulk,
  selectionSchema,
} from '../../contract/bulk.ts';
import { applicationListQuerySchema } from '../../contract/application.ts';
import { applications, receiverAccess } from '../../manifest.ts';
import { listRequestOf } from '../routes/application-routes.ts';
import { readList } from '../store/list/list.ts';
import { dueOf } from '../tasks/due.ts';
import { finishBulk } from './bulk-job.ts';
import { readPreview } from './preview.ts';
import { reportRoute } from './report.ts';
import { bulkStore, insertBatch, readBatch, readBatches, readRunning } from './store.ts';

const route = routesOf(applications);

const selection = route({
  method: 'GET',
  path: 'applications/selection',
  summary: `The ids of all applications of a filtered list, in its order, at most ${maxBulk}`,
  access: receiverAccess,
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
    'Previews bulk actions on some applications: for each action, how many are possible and why the others are not; and the possible receivers',
  access: receiverAccess,
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

const create = route({
  method: 'POST',
  path: 'applications/batches',
  summary:
    'Starts a bulk job that accepts, forwards, answers or reopens many applications, each by the rules of the single action',
  access: receiverAccess,
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

const { list, detail, stop } = batchRoutesOf(applications, {
  path: 'applications/batches',
  access: receiverAccess,
  calls: {
    list: 'The user’s latest bulk jobs of applications',
    detail: 'One of the user’s bulk jobs, with progress and failures',
    stop: 'Stops a bulk job; its changes remain',
  },
  schema: bulkBatchSchema,
  detailSchema: bulkDetailSchema,
  readBatches,
  readBatch,
  async stop(call, id) {
    const { database, viewer } = call;
    const running = await readRunning(database, id);
    if (!running || !(await bulkStore.end(database, id, 'stopped'))) return;
    await finishBulk(call, running, 'stopped');
    const progress = await bulkStore.readProgress(database, id);
    const payload = { id, total: running.total, ...progress };
    call.emit('application_batch', payload, { adminIds: [viewer.id] });
  },
});

/** The routes of bulk jobs. */
export const bulkRoutes = [selection, preview, list, create, detail, stop, reportRoute];
