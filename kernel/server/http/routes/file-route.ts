import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { anyone, fail, idParamSchema, type Viewer } from '#kernel/contract/index.ts';
import { storedTypes } from '../../storage/formats.ts';
import type { OpenedFile } from '../../services/ports.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { apiBase } from '../pipeline/api.ts';
import { contentDisposition } from '../responses/content-disposition.ts';
import { parseRange } from '../responses/range.ts';
import { declareRawResponse } from '../responses/raw-responses.ts';
import { readParams } from '../pipeline/validate.ts';

const paramsSchema = z.object({ id: idParamSchema });
const querySchema = z.object({ exp: z.string().max(20), sig: z.string().max(200) });

/** The description of the call of {@link mountFiles}. */
export const fileCall = {
  method: 'GET',
  path: 'files/:id',
  summary:
    'A stored file, at an address from another response, signed for a session; the rights of the session are checked again',
  access: anyone,
  params: paramsSchema,
  query: querySchema,
  response: declareRawResponse(z.unknown(), { json: null, types: storedTypes, ranged: true }),
} as const;

/** Mounts `GET files/:id?exp=&sig=`: the address is signed for a session, whose rights are checked again. */
export function mountFiles(api: FastifyInstance, services: ServerServices): void {
  api.get(`${apiBase}/files/:id`, async (request, reply) => {
    const { id } = readParams(paramsSchema, request.params) as { id: number };
    const query = querySchema.safeParse(request.query);
    const signed = query.success ? services.files.verify(id, query.data) : null;
    if (!signed) throw fail('not_found');
    services.sessionResponses.add(signed.sessionId, reply.raw);
    await services.loadShedding.read.run(`session ${signed.sessionId}`, async () => {
      const viewer = await services.sessions.findViewer(signed.sessionId);
      if (!viewer) throw fail('unauthenticated');
      if (!(await mayRead(services, id, viewer))) throw fail('not_found');
    });
    const file = await services.files.open(id, (size) => parseRange(request.headers.range, size));
    if (!file) throw fail('not_found');
    void reply.code(file.range ? 206 : 200).headers(fileHeaders(file));
    return reply.send(file.stream);
  });
}

/** The first plugin that knows the file decides; files unknown to all are not served. */
async function mayRead(services: ServerServices, fileId: number, viewer: Viewer): Promise<boolean> {
  for (const { id, module, context } of services.plugins.loaded) {
    if (!module.mayReadFile || !services.plugins.registry.isEnabled(id)) continue;
    const verdict = await module.mayReadFile(fileId, viewer, context);
    if (verdict !== null) return verdict;
  }
  return false;
}

function fileHeaders(file: OpenedFile): Record<string, string> {
  const { range, size } = file;
  return {
    'content-type': file.mimetype,
    'content-length': String(range ? range.end - range.start + 1 : size),
    'accept-ranges': 'bytes',
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${size}` } : {}),
    'content-disposition': contentDisposition(file.name, file.inline ? 'inline' : 'attachment'),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  };
}
