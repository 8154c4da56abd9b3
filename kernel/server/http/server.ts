import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { fail } from '#kernel/contract/index.ts';
import { connectionLimits, socketPath } from './listen.ts';
import type { Session } from '../services/ports.ts';
import type { ServerServices } from '../services/server-services.ts';
import { apiBase, mountApi } from './pipeline/api.ts';
import { assertJsonLimits } from './pipeline/json-limits.ts';
import { installSlowBodyTimeout } from './security/slow-body-timeout.ts';
import { mountDocs } from './docs/docs.ts';
import { errorHandler } from './responses/error-handler.ts';
import { mountKernelRoutes } from './routes/kernel-routes.ts';
import { mountBasemapFiles } from './static/basemap-files.ts';
import { mountFrontEnd } from './static/front-end.ts';
import { apiHeaders, mountCors, setCommonHeaders } from './security/headers.ts';
import { mountHealth } from './routes/health.ts';
import { requestTracer, type TraceRequests } from './pipeline/trace-requests.ts';
import { createDynamicRoutes, type DynamicRoutes } from './pipeline/dynamic-routes.ts';
import { mountLocales } from './static/locales.ts';
import { mountMetrics, type Metrics } from './routes/metrics.ts';
import { mountExternalClients } from './static/external-clients.ts';
import type { SharedAssets } from './static/shared-assets.ts';
import { compressJson } from './responses/compress-json.ts';
import { clientErrorHandler } from './responses/client-error-handler.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once the request is authorized. */
    session: Session | null;
    /** The code of the error response; null if there was none. */
    errorCode: string | null;
  }
  interface FastifyContextConfig {
    /** The plugin of a route; absent for the kernel's. */
    plugin?: string;
  }
}

const slow = 1000;

/** The HTTP server of a node, and the routes added to it while it runs. */
export interface HttpServer {
  /** Created first, since the plugin manager, which loads the plugins to be mounted, adds such routes. */
  readonly dynamicRoutes: DynamicRoutes;
  /** Builds the server with everything mounted, without listening. */
  build(given: MountOptions): Promise<FastifyInstance>;
}

interface MountOptions {
  readonly dist: string | null;
  readonly locales: string;
  readonly sharedAssets: SharedAssets | null;
  readonly metrics: Metrics | null;
  readonly isDemo: boolean;
}

/** Creates the HTTP server of a node on a server of Node, with nothing mounted yet. */
export function createHttpServer(services: ServerServices, nodeServer: Server): HttpServer {
  /** Requests that the routes of external plugins have taken over, by Node's request. */
  const requestsByMessage = new WeakMap<IncomingMessage, FastifyRequest>();
  const traceRequests = services.tracing ? requestTracer(services.tracing, requestsByMessage) : null;
  const dynamicRoutes = createDynamicRoutes(services, async () => {
    const late = await createBareServer(services, traceRequests);
    late.addHook('onRequest', apiHeaders);
    late.addHook('onRequest', (request, _reply, done) => {
      requestsByMessage.set(request.raw, request);
      done();
    });
    late.setNotFoundHandler(() => {
      throw fail('not_found');
    });
    return late;
  });
  return {
    dynamicRoutes,
    async build(given) {
      const serverFactory = (handle: RequestListener) =>
        nodeServer.on('request', (request, response) => {
          if (!request.url?.startsWith(socketPath)) handle(request, response);
        });
      const server = await createBareServer(services, traceRequests, { serverFactory });
      // First, since it counts what is mounted after it.
      if (given.metrics) mountMetrics(server, services, { metrics: given.metrics, requestsByMessage });
      await mountAll(server, services, dynamicRoutes, given);
      return server;
    },
  };
}

async function mountAll(
  server: FastifyInstance,
  services: ServerServices,
  dynamicRoutes: DynamicRoutes,
  given: MountOptions,
): Promise<void> {
  await server.register(async (api) => {
    api.addHook('onRequest', apiHeaders);
    mountApi(api, services);
    mountKernelRoutes(api, services, given);
    // Before the body is read, since the server that takes over the call reads it.
    const handOver = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      if (!dynamicRoutes.take(request, reply)) done();
    };
    api.all(`${apiBase}/*`, { onRequest: handOver }, () => {
      throw fail('not_found');
    });
  });
  await mountLocales(server, {
    folder: given.locales,
    external: services.external,
    bundled: () => [
      'kernel',
      ...services.plugins.registry.enabled.filter(({ menu }) => menu !== undefined).map(({ id }) => id),
    ],
  });
  await mountExternalClients(server, services, given.dist);
  mountHealth(server, services);
  mountDocs(server, services);
  mountBasemapFiles(server, services.basemaps);
  await mountFrontEnd(server, services, given);
}

/** Creates a server with our parsers, error handler and logging, with nothing mounted yet. */
async function createBareServer(
  services: ServerServices,
  traceRequests: TraceRequests | null,
  own: Pick<FastifyServerOptions, 'serverFactory'> = {},
): Promise<FastifyInstance> {
  const handleError = errorHandler(services.texts);
  const server = Fastify({
    loggerInstance: services.log satisfies FastifyBaseLogger as FastifyBaseLogger,
    // Addresses may contain search texts; errors and slow responses are logged elsewhere.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: services.deployment.trustProxy.length > 0 ? [...services.deployment.trustProxy] : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: connectionLimits.requestTimeout,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // An invalid address reaches no route, and so no error handler.
    frameworkErrors: handleError,
    clientErrorHandler: clientErrorHandler(services.texts),
    // The handler validates input with zod; the schemas here serialize the output.
    ajv: { customOptions: { strict: false } },
    schemaController: { compilersFactory: { buildSerializer: createLazySerializers() } },
    ...own,
  });
  traceRequests?.(server);
  server.addHook('onRequest', setCommonHeaders);
  server.decorateRequest('session', null);
  server.decorateRequest('errorCode', null);
  server.setErrorHandler(handleError);
  readJson(server);
  installSlowBodyTimeout(server);
  await server.register(multipart);
  // Only the few calls that need cookies parse them.
  await server.register(cookie, { hook: false });
  await mountCors(server, services.deployment.allowedOrigins);
  // A client connected to a node that is about to stop reconnects, to another node, for its next call.
  server.addHook('onRequest', (_request, reply, done) => {
    if (services.shutdown.isAnnounced) void reply.header('connection', 'close');
    done();
  });
  server.addHook('onSend', compressJson);
  server.addHook('onResponse', async (request, reply) => {
    if (reply.elapsedTime > slow) {
      request.log.warn(
        {
          method: request.method,
          route: request.routeOptions.url,
          milliseconds: Math.round(reply.elapsedTime),
        },
        'a slow response',
      );
    }
  });
  return server;
}

/** Limits JSON for all routes. Accepts an empty body, since clients send the JSON content type with a DELETE too. */
function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      assertJsonLimits(body as string);
    } catch (error) {
      return done(error as Error);
    }
    return parse(request, body as string, done);
  });
}

type Factory = ReturnType<typeof SerializerSelector>;

/**
 * Creates the factory of Fastify's serializers for one server, each compiled with its route's first response. Compiling
 * all of them took half of a server's start, and most routes are not called for a long time.
 */
export function createLazySerializers(): Factory {
  const buildAtOnce = SerializerSelector();
  return (schemas, options) => {
    const compile = buildAtOnce(schemas, options);
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined;
      return (body) => (serialize ??= compile(route))(body);
    };
  };
}
