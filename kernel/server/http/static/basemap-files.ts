import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import { basemapsPath, type Basemaps } from '../../installation/basemaps.ts';
import { parseRange } from '../responses/range.ts';
import { widgetHeaders } from '../security/headers.ts';

const hour = 3600;

/** Lets pages of all origins read to which file a range belongs. */
const sharedHeaders = {
  ...widgetHeaders,
  'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
} as const;

/** Mounts the archives of basemaps, with range requests, for pages of any origin. */
export function mountBasemapFiles(server: FastifyInstance, basemaps: Basemaps): void {
  const address = `${basemapsPath}/:id.pmtiles`;

  server.get<{ Params: { id: string } }>(address, async (request, reply) => {
    const file = await basemaps.fileOf(request.params.id);
    const status = file === null ? null : await stat(file).catch(() => null);
    if (file === null || !status?.isFile()) {
      void reply.headers(sharedHeaders);
      throw fail('not_found');
    }
    const { size, mtimeMs } = status;
    // A strong ETag, since ranges of two versions must not be mixed.
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    void reply.headers({
      ...sharedHeaders,
      'cache-control': `public, max-age=${hour}`,
      'accept-ranges': 'bytes',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const condition = request.headers['if-range'];
    const range = condition === undefined || condition === etag ? request.headers.range : undefined;
    return sendBytes(reply, { file, size, range: parseRange(range, size) });
  });

  // Browsers send a preflight if a page adds headers.
  server.options(address, (_request, reply) =>
    reply
      .headers({
        ...sharedHeaders,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Range, If-Range, If-None-Match',
        'access-control-max-age': '7200',
      })
      .code(204)
      .send(),
  );
}

function sendBytes(
  reply: FastifyReply,
  { file, size, range }: { file: string; size: number; range: ReturnType<typeof parseRange> },
): FastifyReply {
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  return reply
    .type('application/vnd.pmtiles')
    .header('content-length', String(end - start + 1))
    .send(createReadStream(file, { start, end: Math.max(start, end) }));
}
