import { z } from 'zod';
import { idParamSchema, idSchema, type Access, type Manifest } from '#kernel/contract/index.ts';
import { routesOf, type ApiRoute, type Call } from '#kernel/server/api/index.ts';

/** A call that changes or deletes a record. */
type ChangeCall<Body, M extends Manifest> = Call<{ id: number }, undefined, Body, M>;

/** The call that changes a record: body, handler and response. */
export interface UpdateDeclaration<
  Body extends z.ZodType,
  ResponseSchema extends z.ZodType,
  M extends Manifest,
> {
  readonly summary: string;
  readonly body: Body;
  readonly response: ResponseSchema;
  /** Checks the version that the caller edited, writes the body returned by `bodyOf`, and audits it under the verb. */
  change(
    call: ChangeCall<z.output<Body>, M>,
    id: number,
    change: { readonly verb: 'update'; readonly bodyOf: () => z.output<Body> },
  ): Promise<z.input<ResponseSchema>>;
}

/** The call that deletes a record; its response is the id. */
export interface RemoveDeclaration<M extends Manifest> {
  readonly summary: string;
  /** Checks the version that the caller saw, deletes the record, and audits it. */
  remove(call: ChangeCall<undefined, M>, id: number): Promise<void>;
}

/** Declares the calls that change and delete one record. */
export interface ChangeRoutes<M extends Manifest> {
  update<Body extends z.ZodType, ResponseSchema extends z.ZodType>(
    declaration: UpdateDeclaration<Body, ResponseSchema, M>,
  ): ApiRoute;
  remove(declaration: RemoveDeclaration<M>): ApiRoute;
}

/**
 * Creates the calls that change and delete one record, `PUT <path>/:id` and `DELETE <path>/:id`; the caller may send
 * the edited version (`If-Match`).
 *
 * @example const { update, remove } = changeRoutesOf(streets, { path: 'streets', access: superAdmin });
 */
export function changeRoutesOf<M extends Manifest>(
  manifest: M,
  { path, access }: { readonly path: string; readonly access: Access },
): ChangeRoutes<M> {
  const route = routesOf(manifest);
  const params = z.object({ id: idParamSchema });
  const ofOne = { path: `${path}/:id`, access, params, versioned: true } as const;
  return {
    update: ({ summary, body, response, change }) =>
      route({
        ...ofOne,
        method: 'PUT',
        summary,
        body,
        response,
        handle: (call) => change(call, call.params.id, { verb: 'update', bodyOf: () => call.body }),
      }),
    remove: ({ summary, remove }) =>
      route({
        ...ofOne,
        method: 'DELETE',
        summary,
        response: z.object({ id: idSchema }),
        async handle(call) {
          const { id } = call.params;
          await remove(call, id);
          return { id };
        },
      }),
  };
}
