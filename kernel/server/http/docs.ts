import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Runtime } from '../runtime.ts';
import { apiBase } from './api.ts';
import { assetHeaders } from './headers.ts';
import { describeApi } from './openapi.ts';

const base = '/api/docs';

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

/**
 * Mounts the description of the API: a page at `/api/docs`, the document at `/api/docs/openapi.json`. The page's program
 * takes 20 MiB of memory and some of the start, so that it is loaded only once somebody looks.
 */
export function mountDocs(server: FastifyInstance, runtime: Runtime): void {
  let loading: Promise<FastifyInstance> | null = null;

  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    loading ??= createDocs(runtime).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    const docs = await loading;
    reply.hijack();
    docs.routing(request.raw, reply.raw);
  }

  for (const path of ['', '/js/scalar.js', '/openapi.json', '/openapi.yaml']) server.get(base + path, hand);
}

async function createDocs(runtime: Runtime): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const docs = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  docs.addHook('onRequest', protect);
  await docs.register(reference, {
    routePrefix: base,
    configuration: {
      content: () => describeApi(runtime, apiBase),
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    } as never,
  });
  await docs.ready();
  return docs;
}

function protect(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers({ ...assetHeaders, 'content-security-policy': policy, 'cache-control': 'no-cache' });
  done();
}
