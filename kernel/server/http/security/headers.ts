import { createHash } from 'node:crypto';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deployment } from '#kernel/contract/index.ts';
import { embedTokenHeader, originsOf } from '../../installation/embed-tokens.ts';

/** Headers of every response; a response with a policy of its own replaces this one. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': "frame-ancestors 'none'",
} as const;

const ofApi = {
  ...commonHeaders,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Sets the common headers, also for addresses without a route. */
export function setCommonHeaders(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers(commonHeaders);
  done();
}

/** Headers of every API response. */
export function apiHeaders(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers(ofApi);
  done();
}

/** Headers of the front end's page, which may use scripts of this origin and styles with the nonce. */
export function pageHeaders(page: {
  nonce: string;
  /** The requested host; older browsers need it in the policy to open a socket. */
  host: string;
  tileHosts: readonly string[];
  embeddedBy?: readonly string[];
}): Record<string, string> {
  const tiles = page.tileHosts.map(asSource);
  const images = ["'self'", 'blob:', 'data:', ...tiles];
  // For older browsers, `'self'` does not include sockets of the same host.
  const sockets = /^[\w.:[\]-]+$/.test(page.host) ? [`ws://${page.host}`, `wss://${page.host}`] : [];
  const embeddedBy = page.embeddedBy?.length ? page.embeddedBy.join(' ') : "'none'";
  const policy = [
    "default-src 'self'",
    // The only inline script is the import map of external plugins.
    `script-src 'self' 'nonce-${page.nonce}'`,
    `style-src 'self' 'nonce-${page.nonce}'`,
    `img-src ${images.join(' ')}`,
    "font-src 'self' data:",
    `connect-src ${["'self'", ...sockets, ...tiles].join(' ')}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embeddedBy}`,
    // first.js creates the only policy, before any other code runs.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ];
  return {
    ...commonHeaders,
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=()',
    'cache-control': 'no-cache',
    ...(page.embeddedBy?.length ? {} : { 'x-frame-options': 'DENY' }),
  };
}

/**
 * Headers of a page that a widget opens inside another site. `sandbox` without `allow-same-origin` gives it an opaque
 * origin, even in a window of its own. The host is listed beside `'self'`, which some browsers take to mean that opaque
 * origin.
 */
export function embeddedPageHeaders(page: { site: string; own: string }): Record<string, string> {
  const own = /^https?:\/\/[\w.:[\]-]+$/.test(page.own) ? `'self' ${page.own}` : "'self'";
  const policy = [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    `connect-src ${own}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${page.site}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    // Its frame decides whether it may offer downloads.
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads',
  ];
  return {
    ...commonHeaders,
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    // Cross-origin isolated sites require this of framed pages.
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  };
}

/** Headers of a page of ours that shows only a widget. */
export function ownWidgetPageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    // For the deployment's logo, as on the front end's own page.
    "img-src 'self' data:",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    ...commonHeaders,
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
  };
}

const embeddedHeaders = ['Accept', 'Accept-Language', 'Content-Type', embedTokenHeader];

/**
 * Lets pages of any origin, and of none, make a call: it carries no cookies, and the route itself checks `call.site`.
 * Origins in the deployment already have their headers from {@link mountCors}.
 */
export function embeddedCallHeaders(reply: FastifyReply, ofRoute: readonly string[] = []): void {
  if (reply.hasHeader('access-control-allow-origin')) return;
  void reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': [...embeddedHeaders, ...ofRoute].join(', '),
    'access-control-expose-headers': 'Retry-After',
    'access-control-max-age': '7200',
  });
}

/**
 * Headers of the page of an untrusted plugin, in a sandboxed frame of the shell: it may run its own module but connect
 * to nothing. Its inline script is allowed by its hash: the plugin could read a nonce, which each `import()` inherits
 * and which would then allow every host. `own` is listed beside `'self'`, which some browsers take to mean the opaque
 * origin.
 */
export function framedPageHeaders(page: { inlineScript: string; own: string }): Record<string, string> {
  const own = /^https?:\/\/[\w.:[\]-]+$/.test(page.own) ? `'self' ${page.own}` : "'self'";
  const hash = createHash('sha256').update(page.inlineScript).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src ${own} 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ];
  return {
    ...commonHeaders,
    'referrer-policy': 'no-referrer',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cache-control': 'no-store',
  };
}

/** Headers of static files other than pages. */
export const assetHeaders = commonHeaders;

/** Headers of the widgets, which pages of any origin may load. */
export const widgetHeaders = {
  ...commonHeaders,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** The hosts of this deployment's basemap tiles. */
export function tileHostsOf(deployment: Pick<Deployment, 'tiles' | 'tileHosts'>): string[] {
  const origins = (deployment.tiles ?? [])
    .map(({ url }) => url.replace(/^pmtiles:\/\//, ''))
    .filter((url) => /^https?:/.test(url))
    .map((url) => /^https?:\/\/[^/\s;,]+/.exec(url.replaceAll(/\{[^}]*\}/g, '*'))?.[0] ?? '');
  return [...new Set([...origins, ...deployment.tileHosts])].filter((origin) => origin !== '');
}

/** Lets pages of the origins in the deployment call the API. */
export async function mountCors(server: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const allowed = originsOf(origins);
  await server.register(cors, {
    // Other origins are left to the route, since embedded calls are open to all.
    origin: (origin, done) => done(null, origin !== undefined && allowed.has(origin) ? origin : false),
    exposedHeaders: ['Retry-After', 'Idempotent-Replay', 'Content-Disposition', 'X-Total-Count'],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'Idempotency-Key', 'If-Match'],
    maxAge: 7200,
    strictPreflight: false,
  });
}

/** A tile host without a scheme is used over HTTPS. */
function asSource(host: string): string {
  return host.includes('://') ? host : `https://${host}`;
}
