import { z } from 'zod';
import { idParamSchema, type Access, type Manifest } from '#kernel/contract/index.ts';
import { routesOf, type ApiRoute, type Call, type Database } from '../api/index.ts';

/** The options of the calls for a plugin's bulk jobs. */
export interface BatchRoutesOptions<
  Batch extends z.ZodType,
  Detail extends z.ZodType,
  M extends Manifest = Manifest,
> {
  readonly path: string;
  readonly access: Access;
  /** The summary of each call, for the API document. */
  readonly calls: Readonly<Record<'list' | 'detail' | 'stop', string>>;
  readonly schema: Batch;
  readonly detailSchema: Detail;
  /** The latest bulk jobs of an admin. */
  readBatches(database: Database, adminId: number): Promise<z.input<Batch>[]>;
  /** Reads a bulk job of an admin; throws `not_found` for a job of another admin. */
  readBatch(database: Database, id: number, adminId: number): Promise<z.input<Batch> & z.input<Detail>>;
  /** Stops a running bulk job of the caller, and audits that. */
  stop(call: Call<{ id: number }, undefined, undefined, M>, id: number): Promise<void>;
}

/**
 * Creates the calls that list the caller's bulk jobs, read one and stop it: `GET <path>`, `GET <path>/:id` and `POST
 * <path>/:id/stop`.
 */
export function batchRoutesOf<M extends Manifest, Batch extends z.ZodType, Detail extends z.ZodType>(
  manifest: M,
  options: BatchRoutesOptions<Batch, Detail, M>,
): Readonly<Record<'list' | 'detail' | 'stop', ApiRoute>> {
  const { path, access, calls, schema, detailSchema, readBatches, readBatch } = options;
  const route = routesOf(manifest);
  const params = z.object({ id: idParamSchema });
  return {
    list: route({
      method: 'GET',
      path,
      summary: calls.list,
      access,
      response: z.array(schema),
      handle: ({ database, viewer }) => readBatches(database, viewer.id),
    }),
    detail: route({
      method: 'GET',
      path: `${path}/:id`,
      summary: calls.detail,
      access,
      params,
      response: detailSchema,
      handle: ({ database, viewer, params: { id } }) => readBatch(database, id, viewer.id),
    }),
    stop: route({
      method: 'POST',
      path: `${path}/:id/stop`,
      summary: calls.stop,
      access,
      params,
      response: schema,
      async handle(call) {
        const { database, viewer } = call;
        const { id } = call.params;
        await readBatch(database, id, viewer.id);
        await options.stop(call, id);
        return readBatch(database, id, viewer.id);
      },
    }),
  };
}
