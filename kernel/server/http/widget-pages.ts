import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import type { Runtime } from '../runtime.ts';
import { embeddedPageHeaders } from './headers.ts';

const placeholder = '__SITE_PASS__';

/**
 * Mounts the pages that widgets open within other sites, `/widgets/<name>.html?site=<origin>`. Such a page belongs to
 * nobody: its origin is opaque, wherever and however it is opened, so that nothing of the back-office's storage can be
 * reached from it; and only the site that it was asked for may frame it. See decision 0009.
 */
export async function mountWidgetPages(
  server: FastifyInstance,
  runtime: Runtime,
  dist: string,
): Promise<void> {
  const folder = join(dist, 'widgets');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.html'));
  for (const name of names) {
    const widget = basename(name, '.html');
    const pieces = (await readFile(join(folder, name), 'utf8')).split(placeholder);
    server.get(`/widgets/${name}`, (request, reply) => {
      const site = siteAsked(request, sitesOf(runtime, widget));
      return reply
        .headers(embeddedPageHeaders({ site, own: `${request.protocol}://${request.host}` }))
        .type('text/html; charset=utf-8')
        .send(pieces.join(runtime.passes.issue(site)));
    });
    server.get(`/widgets/${widget}.js`, (request, reply) => sendScript(request, reply, widget));
  }

  function sendScript(request: FastifyRequest, reply: FastifyReply, widget: string): FastifyReply {
    sitesOf(runtime, widget);
    return reply.sendFile(`widgets/${widget}.js`);
  }
}

/** The sites that may frame a widget's page; a widget goes with the plugin that answers for it. */
function sitesOf(runtime: Runtime, widget: string): readonly string[] {
  const owner = runtime.halves.find(
    ({ id, half }) => half.widgets?.[widget] && runtime.registry.isEnabled(id),
  );
  if (!owner) throw fail('not_found');
  return owner.half.widgets?.[widget]?.sites(owner.context) ?? [];
}

/** As it stands in the list, letter for letter: it goes into a header. */
function siteAsked(request: FastifyRequest, sites: readonly string[]): string {
  const { site } = request.query as { readonly site?: unknown };
  const found = sites.find((one) => one === site && URL.canParse(one) && new URL(one).origin === one);
  if (found === undefined) throw fail('forbidden');
  return found;
}
