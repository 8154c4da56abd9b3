import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, type Access } from '#kernel/contract/index.ts';
import { StartupError } from '../../config/startup-error.ts';
import type { ApiRoute } from '../../api/index.ts';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { responseJsonSchema } from '../responses/response-schema.ts';
import { assertAccess, callerOf, findSession } from './authorize.ts';
import { createArrival, type MountedRoute } from './call.ts';
import { embeddedCallHeaders } from '../security/headers.ts';
import { rawResponseOf } from '../responses/raw-responses.ts';
import { isMutation, kindOf, runMutation, runPlain } from './run-route.ts';

/** The base path of all calls, independent of the language. */
export const apiBase = '/api/uz';

const rules: readonly Access['rule'][] = ['anyone', 'signedIn', 'superAdmin', 'allOf', 'anyOf'];

/**
 * Maximum number of callers waiting for a connection, including calls without a slot, before further ones are rejected.
 */
const maxConnectionQueue = 400;

/**
 * Mounts the routes of loaded modules, by default of all built-in plugins; those of a plugin that is not enabled return
 * 404.
 */
export function mountApi(
  server: FastifyInstance,
  services: ServerServices,
  modules: readonly LoadedPlugin[] = services.plugins.loaded.filter(({ digest }) => digest === undefined),
): void {
  assertRoutes(services, modules);
  for (const loaded of modules) {
    for (const route of loaded.module.routes ?? []) mount(server, { services, loaded, route });
  }
}

/** Throws if a route of these modules declares no access, or if another plugin has the same route. */
export function assertRoutes(services: ServerServices, modules: readonly LoadedPlugin[]): void {
  const owners = new Map<string, string>();
  const ids = new Set(modules.map(({ id }) => id));
  const others = services.plugins.loaded.filter(({ id }) => !ids.has(id));
  for (const loaded of [...others, ...modules]) {
    for (const route of loaded.module.routes ?? []) assertRoute(loaded, route, owners);
  }
}

function mount(server: FastifyInstance, mounted: MountedRoute): void {
  const { services, loaded, route } = mounted;
  const run = isMutation(route) ? runMutation : runPlain;

  async function open(request: FastifyRequest): Promise<void> {
    const { registry, settings } = services.plugins;
    if (!registry.isEnabled(loaded.id)) {
      // While it starts, or another version replaces it, callers are asked to retry.
      throw settings.isEnabled(loaded.id) ? fail('unavailable', { retryAfter: 1 }) : fail('not_found');
    }
    // Rejected before the session costs a query.
    services.loadShedding[kindOf(route)].assertCapacity();
    if (services.pool.waitingCount > maxConnectionQueue) throw fail('busy', { retryAfter: 2 });
    // First, so that the log of a rejection contains the caller.
    request.session = await findSession(services.sessions, callerOf(request));
    assertAccess(request.session, route.access);
    await route.admit?.(createArrival(mounted, request));
  }

  function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    return run(mounted, request, reply);
  }

  async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
    embeddedCallHeaders(reply, Object.keys(route.headers ?? {}));
  }

  if (route.embedded) mountPreflight(server, `${apiBase}/${route.path}`, allowAnyOrigin);
  server.route({
    method: route.method,
    url: `${apiBase}/${route.path}`,
    config: { plugin: loaded.id },
    ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
    schema:
      rawResponseOf(route.response) === undefined
        ? { response: { [route.status ?? 200]: responseJsonSchema(route.response) } }
        : {},
    // First, so that the page of a rejected call can read the error.
    onRequest: route.embedded ? [allowAnyOrigin, open] : open,
    handler: handle,
  });
}

/** Responds to the preflight request of a page of another origin. */
function mountPreflight(
  server: FastifyInstance,
  url: string,
  allowAnyOrigin: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  if (server.hasRoute({ method: 'OPTIONS', url })) return;
  server.options(url, { onRequest: allowAnyOrigin }, (_request, reply) => reply.code(204).send());
}

/** Repeats at run time what the types guarantee, for plugins in plain JavaScript. */
function assertRoute(loaded: LoadedPlugin, route: ApiRoute, owners: Map<string, string>): void {
  const name = `${route.method} ${route.path}`;
  const access = route.access as Access | undefined;
  if (!access || !rules.includes(access.rule)) {
    throw new StartupError(
      `The plugin ${loaded.id} does not declare who may call ${name}; add an access rule to the route.`,
    );
  }
  const shape = name.replace(/:\w+/g, ':…');
  const other = owners.get(shape);
  if (other !== undefined) {
    throw new StartupError(`The plugins ${other} and ${loaded.id} both declare ${name}; remove one of them.`);
  }
  owners.set(shape, loaded.id);
}
