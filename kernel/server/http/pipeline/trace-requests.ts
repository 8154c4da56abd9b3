import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, SpanFacts, Tracing } from '../../tracing/tracing.ts';
import { apiBase } from './api.ts';

/** The path for browsers' click reports, which are not traced themselves. */
export const clickReportPath = 'traces';

/** Makes a server record its calls as spans. */
export type TraceRequests = (server: FastifyInstance) => void;

/**
 * Records each API call as a span, named by its route and never by its address, which may contain search texts.
 * Statements and deliveries become its children; its parent is the span in the `traceparent` header.
 */
export function requestTracer(
  tracing: Tracing,
  requestsByMessage: WeakMap<IncomingMessage, FastifyRequest>,
): TraceRequests {
  /** By Node's request, which a server for dynamic routes takes over from the main one. */
  const spans = new WeakMap<IncomingMessage, OpenSpan>();

  function open(request: FastifyRequest): OpenSpan {
    const { traceparent } = request.headers;
    return tracing.open(request.method, 'server', typeof traceparent === 'string' ? traceparent : undefined);
  }

  return (server) => {
    server.addHook('onRequest', (request, reply, done) => {
      if (!isTraced(request)) return done();
      const { raw } = request;
      const known = spans.get(raw);
      const span = known ?? open(request);
      spans.set(raw, span);
      if (!known) {
        reply.raw.once('close', () => {
          span.end(describe(requestsByMessage.get(raw) ?? request, reply.raw));
        });
      }
      return span.run(done);
    });
    // The asynchronous context with the span is lost while a body is read.
    server.addHook('preHandler', (request, _reply, done) => {
      const span = spans.get(request.raw);
      if (span) span.run(done);
      else done();
    });
  };
}

function isTraced({ url }: FastifyRequest): boolean {
  return url.startsWith(`${apiBase}/`) && url !== `${apiBase}/${clickReportPath}`;
}

function describe(
  { method, routeOptions, errorCode }: FastifyRequest,
  { statusCode, writableFinished }: { readonly statusCode: number; readonly writableFinished: boolean },
): { name: string; facts: SpanFacts; failure: string | null } {
  const { url, config } = routeOptions;
  return {
    name: url === undefined ? method : `${method} ${url}`,
    facts: {
      'http.request.method': method,
      ...(url === undefined ? {} : { 'http.route': url }),
      'http.response.status_code': statusCode,
      'komak.plugin': config.plugin ?? 'kernel',
      ...(errorCode === null ? {} : { 'komak.error': errorCode }),
      ...(writableFinished ? {} : { 'komak.aborted': true }),
    },
    failure: statusCode >= 500 ? (errorCode ?? String(statusCode)) : null,
  };
}
