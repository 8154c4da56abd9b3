import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { fail, idParamSchema, revealBodySchema, revealedSchema } from '#kernel/contract/index.ts';
import type { Access, Manifest, Viewer } from '#kernel/contract/index.ts';
import { maskNumbersIn } from '#kernel/domain/text/index.ts';
import { routesOf, type ApiRoute, type Database } from '../api/index.ts';
import { asKernel } from '../database/pool/data-wall.ts';

/** The options of a call that reveals one personal value of a record. */
export interface RevealParts<Fields extends readonly [string, ...string[]]> {
  /** The path of the records; the call is `POST <path>/{id}/reveal`. */
  readonly path: string;
  readonly access: Access;
  readonly fields: Fields;
  /** The action and the subject type of the audit entry. */
  readonly action: string;
  readonly subjectType: string;
  /** Reads one value; null if it is empty, undefined if the user may not read the record, which gives 404. */
  read(
    database: Database,
    request: { readonly id: number; readonly field: Fields[number]; readonly viewer: Viewer },
  ): Promise<string | null | undefined>;
}

/**
 * Creates the call that returns one unmasked value. Each call writes an audit entry before the response, and the reason
 * if the deployment requires one (`privacy.revealReason`).
 */
export function revealRoute<const Fields extends readonly [string, ...string[]]>(
  manifest: Manifest,
  { path, access, fields, action, subjectType, read }: RevealParts<Fields>,
): ApiRoute {
  return routesOf(manifest)({
    method: 'POST',
    path: `${path}/:id/reveal`,
    summary: 'One unmasked personal value; audited, with a reason if the deployment requires one',
    access,
    params: z.object({ id: idParamSchema }),
    body: revealBodySchema(fields),
    response: revealedSchema,
    clear: action,
    // A mutation stores its response for repetitions, and so would store the value.
    transaction: false,
    async handle({ database, viewer, params: { id }, body: { field, reason }, context, audit }) {
      if (context.privacy?.revealReason && reason === undefined) {
        throw fail('invalid', { fields: { reason: { key: 'kernel:reveal.reasonRequired' } } });
      }
      const value = await read(database, { id, field, viewer });
      if (value === undefined) throw fail('not_found');
      const subject = { subjectType, subjectId: id };
      const reasonColumn =
        reason === undefined ? {} : { reason_id: await writeReason(database, subject, reason) };
      await audit({ action, ...subject, details: { fields: [field], ...reasonColumn } });
      return { value };
    },
  });
}

/** Stores the reason of an audit entry, which contains only its id: an entry is never changed, but a reason can be erased. */
async function writeReason(
  database: Database,
  { subjectType, subjectId }: { readonly subjectType: string; readonly subjectId: number },
  reason: string,
): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into audit_reasons (id, subject_type, subject_id, reason)
    values (${id}, ${subjectType}, ${subjectId}, ${maskNumbersIn(reason)})`.execute(asKernel(database));
  return id;
}
