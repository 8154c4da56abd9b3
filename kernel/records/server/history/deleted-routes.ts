import { z } from 'zod';
import { fail, idParamSchema, pageOf, type Access, type Manifest } from '#kernel/contract/index.ts';
import {
  restoredRecordSchema,
  historyPageSchema,
  historyQuerySchema,
} from '#kernel/records/contract/history.ts';
import { routesOf, type ApiRoute, type TrackedTable } from '#kernel/server/api/index.ts';
import { assertReferences, presentVersions, type HistoryCall } from './history-routes.ts';
import type { ColumnValues, TrackedField } from './history-field.ts';
import { continueHistory, lockDeletion, readDeletions } from './read-history.ts';

/** A kind of record that can be restored after its deletion. */
export interface DeletedOptions<M extends Manifest> {
  readonly tracked: TrackedTable;
  readonly fields: readonly TrackedField[];
  /** The path of the records; the calls are `GET <path>/deleted` and below it. */
  readonly path: string;
  /** The access needed to add one. */
  readonly access: Access;
  /** Adds a record with the old columns, with the same steps and checks as for a new one. */
  add(call: HistoryCall<M>, columns: ColumnValues): Promise<{ id: number }>;
}

/** Creates the calls that list and restore deleted records. */
export function deletedRoutes<M extends Manifest>(
  manifest: M,
  { tracked, fields, path, access, add }: DeletedOptions<M>,
): ApiRoute[] {
  const route = routesOf(manifest);
  const list = route({
    method: 'GET',
    path: `${path}/deleted`,
    summary: 'The deleted records that can be restored, with name, author and time of the deletion',
    access,
    query: historyQuerySchema,
    response: historyPageSchema,
    async handle(call) {
      const { versions, length } = await readDeletions(call.database, tracked, call.query);
      return pageOf(await presentVersions(call, fields, versions), { ...call.query, length });
    },
  });
  const restore = route({
    method: 'POST',
    path: `${path}/deleted/:entry/restore`,
    summary: 'Restores a deleted record; validated as a new one, and keeps its history',
    access,
    params: z.object({ entry: idParamSchema }),
    response: restoredRecordSchema,
    status: 201,
    errors: {
      409: 'Another record now has its name, or it refers to a deleted record.',
      422: 'The former data are no longer valid.',
    },
    async handle(call) {
      const deletion = await lockDeletion(call.database, tracked, call.params.entry);
      if (!deletion) throw fail('not_found');
      await assertReferences(call, fields, deletion.past);
      const { id } = await add(call, deletion.past);
      await continueHistory(call.database, tracked, { former: deletion.record, record: String(id) });
      return { id };
    },
  });
  return [list, restore];
}
