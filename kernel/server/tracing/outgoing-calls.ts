import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { failureOf, type OpenSpan, type SpanFacts } from './tracing.ts';

/** The fields of a `fetch` request that are read; others are ignored, since its path may contain user input. */
interface OutgoingRequest {
  readonly method: string;
  readonly origin: string | URL;
}

interface OutgoingMessage {
  readonly request: OutgoingRequest;
  readonly response?: { readonly statusCode: number };
  readonly error?: unknown;
}

/**
 * Opens a span for each `fetch` of the server, named by method and host; returns a function that stops it. Other hosts
 * get no trace headers. OpenTelemetry's own instrumentation would record whole addresses.
 */
export function traceOutgoingCalls(open: (name: string, facts: SpanFacts) => OpenSpan | null): () => void {
  const spans = new WeakMap<OutgoingRequest, { span: OpenSpan; status: number }>();
  const listeners = {
    create({ request }: OutgoingMessage) {
      const { host } = new URL(request.origin);
      const facts = { 'http.request.method': request.method, 'server.address': host };
      const span = open(`${request.method} ${host}`, facts);
      if (span) spans.set(request, { span, status: 0 });
    },
    headers({ request, response }: OutgoingMessage) {
      const call = spans.get(request);
      if (call && response) call.status = response.statusCode;
    },
    trailers({ request }: OutgoingMessage) {
      const call = spans.get(request);
      const { status = 0 } = call ?? {};
      call?.span.end({
        facts: { 'http.response.status_code': status },
        failure: status >= 400 ? String(status) : null,
      });
    },
    error({ request, error }: OutgoingMessage) {
      spans.get(request)?.span.end({ failure: failureOf(error) });
    },
  };
  const channels = Object.entries(listeners).map(([name, listen]) => ({
    name: `undici:request:${name}`,
    // Sound: these are Node's channels, whose messages are documented.
    listen: (message: unknown) => listen(message as OutgoingMessage),
  }));
  for (const { name, listen } of channels) subscribe(name, listen);
  return () => {
    for (const { name, listen } of channels) unsubscribe(name, listen);
  };
}
