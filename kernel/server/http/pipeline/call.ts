import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail, momentSchema, type StoredFile } from '#kernel/contract/index.ts';
import type { Origin } from '../../transactions/effects.ts';
import { languageOf } from '../../i18n/texts.ts';
import type { ApiRoute, Arrival, Call, Effects, IngestedFile, UploadedFile } from '../../api/index.ts';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { embedTokenHeader, originsOf } from '../../installation/embed-tokens.ts';
import { hostCookie } from '../security/cookies.ts';
import { ownOrigin } from '../security/own-origin.ts';
import { acceptedValues } from '../responses/accepted-values.ts';
import { readInput, readParams } from './validate.ts';

/** The dependencies of running one route. */
export interface MountedRoute {
  readonly services: ServerServices;
  readonly loaded: LoadedPlugin;
  readonly route: ApiRoute;
}

/** The validated input of a request. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const maxUserAgentLength = 300;

type AnyCall = Call<unknown, unknown, unknown>;

/** Validates path, query and body, in this order. */
export function parseInput(route: ApiRoute, request: FastifyRequest, body: unknown): Input {
  return {
    params: readParams(route.params, request.params),
    query: readInput(route.query, request.query),
    body: readInput(route.body, body),
  };
}

/** The caller of a request for the audit log, and the plugin whose events it emits. */
export function originOf({ loaded }: MountedRoute, { session, ip }: FastifyRequest): Origin {
  const actor = { adminId: session?.viewer.id ?? null, sessionId: session?.id ?? null, address: ip };
  return { actor, manifest: loaded.manifest };
}

/** Creates the `call` for a handler. */
export function createCall(
  { services, loaded, route }: MountedRoute,
  request: FastifyRequest,
  input: Input,
  effects: Effects,
  {
    files,
    uploads,
    reply,
  }: { files: readonly IngestedFile[]; uploads: readonly UploadedFile[]; reply: FastifyReply },
): AnyCall {
  const { session } = request;
  return {
    ...effects,
    ...input,
    get viewer() {
      if (!session) throw fail('unauthenticated');
      return session.viewer;
    },
    viewerOrNull: session?.viewer ?? null,
    sessionId: session?.id ?? 0,
    files,
    uploads,
    language: languageOf(request.headers['accept-language']),
    header: headerReader(route, request),
    // JSON is the default, so `*/*` names no type.
    accepts: (mimetype) => acceptedValues(request.headers.accept).includes(mimetype),
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
    get version() {
      // An undeclared header would be missing in the API document.
      if (!route.versioned)
        throw new Error(`${route.method} ${route.path} does not declare that it is versioned`);
      return versionOf(request.headers['if-match']);
    },
    origin: ownOrigin(services, request),
    get site() {
      return siteOf(services, request);
    },
    cookie(cookieName) {
      const { name } = hostCookie({ name: cookieName, path: '/' }, ownOrigin(services, request));
      return request.server.parseCookie(request.headers.cookie ?? '')[name] ?? null;
    },
    setCookie({ value, maxAge, ...cookieOptions }) {
      const origin = ownOrigin(services, request);
      const { name, path } = hostCookie(cookieOptions, origin);
      const secure = origin.startsWith('https:');
      const options = { path, maxAge, httpOnly: true, sameSite: 'lax', secure } as const;
      void reply.header('set-cookie', request.server.serializeCookie(name, value, options));
    },
    context: loaded.context,
    present: (file: Omit<StoredFile, 'url'>) => services.files.present(file, session?.id ?? 0),
  };
}

/** Creates the argument of a route's `admit`. */
export function createArrival({ services, loaded, route }: MountedRoute, request: FastifyRequest): Arrival {
  return {
    address: request.ip,
    get site() {
      return siteOf(services, request);
    },
    header: headerReader(route, request),
    context: loaded.context,
  };
}

function headerReader({ method, path, headers }: ApiRoute, request: FastifyRequest) {
  return function readHeader(name: string): string | null {
    // An undeclared header would be missing in the API document and in responses to preflights.
    if (!headers || !Object.hasOwn(headers, name)) {
      throw new Error(`${method} ${path} does not declare the header ${name}`);
    }
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
}

/** The site that a widget's page names by its embed token, or the allowed site of another page by its origin. */
function siteOf(services: ServerServices, request: FastifyRequest): string | null {
  const { [embedTokenHeader]: token, origin } = request.headers;
  const sites = originsOf(services.deployment.allowedOrigins);
  if (typeof token === 'string') {
    const site = services.embedTokens.read(token);
    // A token for our own origin is issued if a plugin has a page of ours for its widget.
    if (site === null || !(sites.has(site) || site === ownOrigin(services, request))) throw fail('forbidden');
    return site;
  }
  return origin !== undefined && sites.has(origin) ? origin : null;
}

/** The edited version: an `updatedAt`, quoted or not; `*` matches any. */
function versionOf(header: string | undefined): string | null {
  const text = header?.trim().replace(/^(?:W\/)?"(.*)"$/, '$1');
  if (text === undefined || text === '*') return null;
  const read = momentSchema.safeParse(text);
  if (!read.success) throw fail('malformed');
  return new Date(read.data).toISOString();
}
