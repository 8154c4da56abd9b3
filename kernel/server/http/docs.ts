import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import reference from '@scalar/fastify-api-reference';
import type { Runtime } from '../runtime.ts';
import { apiBase } from './api.ts';
import { assetHeaders } from './headers.ts';
import { describeApi } from './openapi.ts';

/** The page of the reference styles itself; whatever it would load from elsewhere is refused by the browser. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Mounts the description of the API: a page at `/api/docs`, the document at `/api/docs/openapi.json`. */
export async function mountDocs(server: FastifyInstance, runtime: Runtime): Promise<void> {
  await server.register(async (docs) => {
    docs.addHook('onRequest', protect);
    await docs.register(reference, {
      routePrefix: '/api/docs',
      configuration: {
        content: () => describeApi(runtime, apiBase),
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      } as never,
    });
  });
}

function protect(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers({ ...assetHeaders, 'content-security-policy': policy, 'cache-control': 'no-cache' });
  done();
}
