import { z } from 'zod';
import { fail, idParamSchema, revealBodySchema, revealedSchema } from '#kernel/contract/index.ts';
import type { Access, Manifest, Viewer } from '#kernel/contract/index.ts';
import { maskNumbersIn } from '#kernel/domain/text/index.ts';
import { routesOf, type ApiRoute, type Database } from '../api/index.ts';

/** The parts of a call that reveals one personal value of a thing. */
export interface RevealParts<Fields extends readonly [string, ...string[]]> {
  /** The path of the things; the call is `POST <path>/{id}/reveal`. */
  readonly path: string;
  readonly access: Access;
  readonly fields: Fields;
  /** The action of the audit entry, and the kind of thing. */
  readonly action: string;
  readonly subjectType: string;
  /** Reads one value; null where there is none, undefined where the viewer reaches no such thing, which is a 404. */
  read(
    database: Database,
    asked: { readonly id: number; readonly field: Fields[number]; readonly viewer: Viewer },
  ): Promise<string | null | undefined>;
}

/**
 * Makes the call by which a list shows one value in the clear. Each makes one entry in the audit log, which is written before
 * the value leaves, with the reason where the deployment asks for one (`privacy.revealReason`).
 */
export function revealRoute<const Fields extends readonly [string, ...string[]]>(
  manifest: Manifest,
  { path, access, fields, action, subjectType, read }: RevealParts<Fields>,
): ApiRoute {
  return routesOf(manifest)({
    method: 'POST',
    path: `${path}/:id/reveal`,
    summary: 'One personal value in the clear; audited, with a reason where the deployment asks for one',
    access,
    params: z.object({ id: idParamSchema }),
    body: revealBodySchema(fields),
    response: revealedSchema,
    clear: action,
    // A mutation keeps its response for repetitions: the value would be stored once more.
    transaction: false,
    async handle({ database, viewer, params: { id }, body: { field, reason }, context, audit }) {
      if (context.privacy?.revealReason && reason === undefined) {
        throw fail('invalid', { fields: { reason: { key: 'kernel:reveal.reasonRequired' } } });
      }
      const value = await read(database, { id, field, viewer });
      if (value === undefined) throw fail('not_found');
      const why = reason === undefined ? {} : { reason: maskNumbersIn(reason) };
      await audit({ action, subjectType, subjectId: id, details: { fields: [field], ...why } });
      return { value };
    },
  });
}
