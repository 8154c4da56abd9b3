import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import { dayMs } from '#kernel/domain/text/dates.ts';
import { isToken, makeToken } from '../../installation/token.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { hostCookie } from '../security/cookies.ts';
import { ownOrigin } from '../security/own-origin.ts';
import { embeddedPageHeaders } from '../security/headers.ts';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import { originsOf, type EmbedTokens } from '../../installation/embed-tokens.ts';

/** Placeholders in a page that the server replaces; the key is only for pages that contain its placeholder. */
const placeholder = /__(EMBED_TOKEN|DRAFT_KEY)__/;

/**
 * Mounts the pages that widgets open inside other sites, `/widgets/<name>.html?site=<origin>`. Their origin is always
 * opaque, so that they cannot reach the back office's storage, and only the requested site may frame them (decision
 * 0009).
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
      const own = ownOrigin(services, request);
      const site = requestedSite(request, sitesOf(services, widget, { sites, own }));
      const key = () => services.embedTokens.draftKey(site, browserOf(request, reply, own));
      return reply
        .headers(embeddedPageHeaders({ site, own }))
        .type('text/html; charset=utf-8')
        .send(fill(pieces, services.embedTokens, { site, key }));
    });
    server.get(`/widgets/${widget}.js`, (_request, reply) => sendScript(reply, widget));
  }

  function sendScript(reply: FastifyReply, widget: string): FastifyReply {
    ownerOf(services, widget);
    return reply.sendFile(`widgets/${widget}.js`);
  }
}

/** Splits a page at its placeholders; every second piece is the name of a placeholder. */
function fill(
  pieces: readonly string[],
  tokens: EmbedTokens,
  { site, key }: { readonly site: string; readonly key: () => string },
): string {
  return pieces
    .map((piece, index) => (index % 2 === 0 ? piece : piece === 'DRAFT_KEY' ? key() : tokens.issue(site)))
    .join('');
}

const browserCookie = 'komak-draft';
const browserSeconds = dayMs / 1000;

/**
 * The id of a browser whose widgets store drafts: an `HttpOnly` cookie, separate for each framing site (`Partitioned`).
 * Without HTTPS there are no such cookies, and drafts do not outlast the page.
 */
function browserOf(request: FastifyRequest, reply: FastifyReply, own: string): string {
  const { name, path } = hostCookie({ name: browserCookie, path: '/widgets' }, own);
  const given = request.server.parseCookie(request.headers.cookie ?? '')[name] ?? '';
  const browser = isToken(given) ? given : makeToken();
  const options = {
    path,
    maxAge: browserSeconds,
    httpOnly: true,
    sameSite: 'none',
    secure: true,
    partitioned: true,
  } as const;
  void reply.header('set-cookie', request.server.serializeCookie(name, browser, options));
  return browser;
}

/** The module with an enabled widget; throws `not_found`. */
function ownerOf(services: ServerServices, widget: string): LoadedPlugin {
  const owner = services.plugins.loaded.find(
    ({ id, module }) => module.widgets?.[widget] && services.plugins.registry.isEnabled(id),
  );
  if (!owner) throw fail('not_found');
  return owner;
}

/**
 * The sites that may embed a widget now: those of the deployment, and the deployment itself if it has a page for it.
 */
function sitesOf(
  services: ServerServices,
  widget: string,
  { sites, own }: { readonly sites: ReadonlySet<string>; readonly own: string },
): ReadonlySet<string> {
  const { module, context } = ownerOf(services, widget);
  if (!module.widgets?.[widget]?.(context)) return new Set();
  const hasPage = Object.values(module.widgetPages ?? {}).some((page) => page.widget === widget);
  return hasPage ? new Set([...sites, own]) : sites;
}

function requestedSite(request: FastifyRequest, sites: ReadonlySet<string>): string {
  const { site } = request.query as { readonly site?: unknown };
  if (typeof site !== 'string' || !sites.has(site)) throw fail('forbidden');
  return site;
}
