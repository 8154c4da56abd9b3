import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import { dayMs } from '#kernel/domain/text/dates.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { ownHost } from '../security/own-origin.ts';
import { assetHeaders, pageHeaders, tileHostsOf, widgetHeaders } from '../security/headers.ts';
import type { SharedAssets } from './shared-assets.ts';
import { ownWidgetPage } from './own-widget-page.ts';
import { mountWidgetPages } from './widget-pages.ts';

/** Files that a frame with an opaque origin loads from us. */
const frameModule = /shared-komak-plugin-api-frame-[\w-]+\.js(\.br|\.gz)?$/;
const placeholder = '__CSP_NONCE__';
const day = dayMs / 1000;
const year = 365 * day;

/** Mounts the built front end: its files, and the page for every path that the page itself routes. */
export async function mountFrontEnd(
  server: FastifyInstance,
  services: ServerServices,
  { dist, sharedAssets }: { dist: string | null; sharedAssets: SharedAssets | null },
): Promise<void> {
  const page = dist && existsSync(join(dist, 'index.html')) ? join(dist, 'index.html') : null;
  if (!dist || !page) {
    server.setNotFoundHandler(() => {
      throw fail('not_found');
    });
    return;
  }
  const pieces = (await readFile(page, 'utf8')).split(placeholder);
  const tileHosts = tileHostsOf(services.deployment);

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(pageHeaders({ nonce, tileHosts, host: ownHost(services, request) }))
      .type('text/html; charset=utf-8')
      .send(pieces.join(nonce));
  }

  server.get('/', sendPage);
  server.get('/index.html', sendPage);
  // Widgets on other sites may use this installation's basemap.
  server.get('/widgets/tiles.json', async (_request, reply) =>
    reply.headers({ ...widgetHeaders, 'cache-control': 'no-cache' }).send(await services.basemaps.sources()),
  );
  await mountWidgetPages(server, services, dist);
  await server.register(fastifyStatic, {
    root: dist,
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const widget = path.startsWith(join(dist, 'widgets')) || frameModule.test(path);
      void reply.headers({
        ...(widget ? widgetHeaders : assetHeaders),
        'cache-control': cacheControlOf(path, widget),
      });
    },
  });
  server.setNotFoundHandler(async (request, reply) => {
    if (isPageAddress(request)) return ownWidgetPage(services, request, reply) ?? sendPage(request, reply);
    if (await sharedAssets?.send(request, reply)) return reply;
    throw fail('not_found');
  });
}

/**
 * A file with a hash in its name never changes. A widget's script has none, since other sites name it: browsers cache
 * it for a day and then revalidate it in the background.
 */
function cacheControlOf(path: string, widget: boolean): string {
  if (path.includes('/assets/')) return `public, max-age=${year}, immutable`;
  return widget ? `public, max-age=${day}, stale-while-revalidate=${7 * day}` : 'no-cache';
}

/** Whether a browser requests a path without a file extension. */
function isPageAddress(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '';
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (
    /^\/(api|locales|external|socket\.io|health|assets|basemaps|widgets)(\/|$)/.test(path) ||
    extname(path) !== ''
  )
    return false;
  return request.headers.accept?.includes('text/html') ?? true;
}
