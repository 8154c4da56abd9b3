import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
} as const;

const ofApi = {
  ...always,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Headers of every answer of the API. */
export function apiHeaders(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers(ofApi);
  done();
}

/** Headers of the page of the front end, which may run the scripts of this origin and the styles with the nonce. */
export function pageHeaders(page: {
  nonce: string;
  /** As the browser names it; older ones need it to open a socket to us. */
  host: string;
  tileHosts: readonly string[];
  embeddedBy?: readonly string[];
}): Record<string, string> {
  const images = ["'self'", 'blob:', 'data:', ...page.tileHosts.map(asSource)];
  const embeddedBy = page.embeddedBy?.length ? page.embeddedBy.join(' ') : "'none'";
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${page.nonce}'`,
    `img-src ${images.join(' ')}`,
    "font-src 'self' data:",
    `connect-src 'self'${/^[\w.:[\]-]+$/.test(page.host) ? ` ws://${page.host} wss://${page.host}` : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embeddedBy}`,
  ];
  return {
    ...always,
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    'cache-control': 'no-cache',
    ...(page.embeddedBy?.length ? {} : { 'x-frame-options': 'DENY' }),
  };
}

/** Headers of static files beside the page. */
export const assetHeaders = always;

/** Lets the origins that the deployment names call the API from their pages. */
export function mountCors(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  server.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    void reply.header('vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return;
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Retry-After, Idempotent-Replay, Content-Disposition, X-Total-Count',
    });
    if (request.method !== 'OPTIONS') return;
    await reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Accept-Language, Idempotency-Key, If-Match',
        'access-control-max-age': '7200',
      })
      .code(204)
      .send();
  });
}

/** A tile host without a scheme is meant over https. */
function asSource(host: string): string {
  return host.includes('://') ? host : `https://${host}`;
}
