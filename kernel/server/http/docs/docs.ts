import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServerServices } from '../../services/server-services.ts';
import { apiBase } from '../pipeline/api.ts';
import { assetHeaders } from '../security/headers.ts';
import { describeApi } from './openapi.ts';

const base = '/api/docs';

const placeholder = '__CSP_NONCE__';

/**
 * Prevents zod, which the page's program uses, from testing whether it may compile code from strings; the CSP forbids
 * it.
 */
const withoutJit = `<script nonce="${placeholder}">globalThis.__zod_globalConfig = { jitless: true };</script>`;

/**
 * The reference page is started by its own scripts, which have a nonce; it writes styles into elements and attributes.
 * Only its own views (Vue) turn text into code or markup; the browser blocks all other loads.
 */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vue',
  ].join('; ');

/**
 * Mounts the description of the API: a page at `/api/docs`, the document at `/api/docs/openapi.json`. The page's
 * program takes 20 MiB of memory and delays the start, so it is loaded on first use.
 */
export function mountDocs(server: FastifyInstance, services: ServerServices): void {
  let loading: Promise<FastifyInstance> | null = null;

  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    loading ??= createDocs(services).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    const docs = await loading;
    reply.hijack();
    docs.routing(request.raw, reply.raw);
  }

  for (const path of ['', '/js/scalar.js', '/openapi.json', '/openapi.yaml']) server.get(base + path, hand);
}

async function createDocs(services: ServerServices): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const docs = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  docs.addHook('onSend', protect);
  await docs.register(reference, {
    routePrefix: base,
    configuration: {
      content: () => describeApi(services, apiBase),
      nonce: placeholder,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // A bar of links to services of third parties, shown on localhost.
      showDeveloperTools: 'never',
      favicon: '/mark.svg',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await docs.ready();
  return docs;
}

async function protect(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const nonce = randomBytes(16).toString('base64');
  void reply.headers({
    ...assetHeaders,
    'content-security-policy': policyWith(nonce),
    'cache-control': 'no-cache',
  });
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
  if (!isPage || typeof payload !== 'string') return payload;
  return payload.replace('<head>', `<head>${withoutJit}`).replaceAll(placeholder, nonce);
}
