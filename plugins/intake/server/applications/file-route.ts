import { sql } from 'kysely';
import { z } from 'zod';
import { anyone } from '#kernel/plugin-api/contract.ts';
import { type QuotaLimiter, routesOf } from '#kernel/plugin-api/server.ts';
import { fileLimits, intakeFileSchema } from '../../contract.ts';
import { intake } from '../../manifest.ts';
import { admitCaller, callerHeaders, identifyCaller, quotasOf, tenMinutes } from '../core/callers.ts';
import { codedError } from '../core/errors.ts';
import { fileErrors } from '../core/rejections.ts';

/** More than an application accepts, since a visitor may change their mind. */
const maxStored = { files: 3 * fileLimits.maxFiles, bytes: 3 * fileLimits.maxBytes };

/**
 * `POST intake/files`: files are sent one at a time, so that on a slow connection only an interrupted one is
 * sent again.
 */
export const fileRoute = (limiter: QuotaLimiter) =>
  routesOf(intake)({
    method: 'POST',
    path: 'intake/files',
    summary: 'Stores a file until the application that names it is submitted',
    access: anyone,
    embedded: true,
    headers: callerHeaders,
    async admit(arrival) {
      const caller = await admitCaller(arrival, limiter);
      const quotas =
        caller.kind === 'ticket'
          ? [{ key: `files ${caller.id}`, limit: maxStored.files, seconds: tenMinutes }]
          : quotasOf(caller, arrival);
      await limiter.count(arrival.context.database, quotas);
    },
    upload: { minFiles: 1, maxFiles: 1, maxBytes: fileLimits.maxBytes },
    body: z.strictObject({}),
    response: intakeFileSchema,
    status: 201,
    errors: fileErrors,
    async handle(call) {
      const { database } = call;
      const caller = await identifyCaller(call, database);
      const [file] = call.files;
      if (!file) throw codedError('files');
      if (caller.kind === 'ticket') {
        const { rows } = await sql<{ bytes: number; count: number }>`
          select coalesce(sum(size), 0)::bigint as bytes, count(*) as count from intake_files
          where ticket_id = ${caller.id}`.execute(database);
        const [stored = { bytes: 0, count: 0 }] = rows;
        if (stored.count >= maxStored.files || stored.bytes + file.size > maxStored.bytes)
          throw codedError('files');
      }
      await sql`
        insert into intake_files (file_id, ticket_id, site_id, size)
        values (${file.id}, ${caller.kind === 'ticket' ? caller.id : null},
          ${caller.kind === 'key' ? caller.id : null}, ${file.size})`.execute(database);
      return { id: file.id, name: file.name, size: file.size };
    },
  });
