import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { ownOrigin } from '../security/own-origin.ts';
import { embeddedPageHeaders } from '../security/headers.ts';
import { originsOf } from '../../installation/embed-tokens.ts';

const placeholder = '__SITE_PASS__';

/**
 * Mounts the pages that widgets open within other sites, `/widgets/<name>.html?site=<origin>`. Their origin is always opaque,
 * so that they cannot reach the storage of the back-office, and only the requested site may frame them (decision 0009).
 */
export async function mountWidgetPages(
  server: FastifyInstance,
  services: ServerServices,
  dist: string,
): Promise<void> {
  const folder = join(dist, 'widgets');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.html'));
  const sites = originsOf(services.deployment.allowedOrigins);
  for (const name of names) {
    const widget = basename(name, '.html');
    const pieces = (await readFile(join(folder, name), 'utf8')).split(placeholder);
    server.get(`/widgets/${name}`, (request, reply) => {
      const site = requestedSite(request, assertWidgetEnabled(services, widget) ? sites : noSites);
      return reply
        .headers(embeddedPageHeaders({ site, own: ownOrigin(services, request) }))
        .type('text/html; charset=utf-8')
        .send(pieces.join(services.embedTokens.issue(site)));
    });
    server.get(`/widgets/${widget}.js`, (_request, reply) => sendScript(reply, widget));
  }

  function sendScript(reply: FastifyReply, widget: string): FastifyReply {
    assertWidgetEnabled(services, widget);
    return reply.sendFile(`widgets/${widget}.js`);
  }
}

const noSites: ReadonlySet<string> = new Set();

/** Throws `not_found` unless the plugin of a widget is enabled; returns whether sites may embed it. */
function assertWidgetEnabled(services: ServerServices, widget: string): boolean {
  const owner = services.plugins.loaded.find(
    ({ id, module }) => module.widgets?.[widget] && services.plugins.registry.isEnabled(id),
  );
  if (!owner) throw fail('not_found');
  return owner.module.widgets?.[widget]?.(owner.context) ?? false;
}

function requestedSite(request: FastifyRequest, sites: ReadonlySet<string>): string {
  const { site } = request.query as { readonly site?: unknown };
  if (typeof site !== 'string' || !sites.has(site)) throw fail('forbidden');
  return site;
}
