import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { TracePlan } from '#kernel/server/config/trace-plan.ts';

const valueSchema = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
  z.object({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
]);

const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .default([])
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value])));

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string().transform(BigInt),
  endTimeUnixNano: z.string().transform(BigInt),
  attributes: attributesSchema,
  status: z.object({ code: z.int().default(0), message: z.string().optional() }),
});

const bodySchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

/** A span as a collector receives it. */
export type CollectedSpan = z.output<typeof spanSchema> & {
  readonly resource: Readonly<Record<string, string | number | boolean>>;
};

/** The behaviour of a collector. */
export type CollectorBehavior = 'takes' | 'refuses' | 'never responds';

/** A test collector of traces: OTLP over HTTP with JSON. */
export interface TraceCollector {
  /** The collector's address, for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** A plan that sends all spans to it without delay. */
  readonly plan: TracePlan;
  readonly spans: readonly CollectedSpan[];
  /** The received requests as text, including headers. */
  readonly texts: readonly string[];
  behavior: CollectorBehavior;
  childrenOf(span: CollectedSpan): readonly CollectedSpan[];
  close(): Promise<void>;
}

/** Starts a collector on a free port. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => void receive(request, response));

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    texts.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${text}`);
    if (collector.behavior === 'never responds') return;
    if (collector.behavior === 'takes' && request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of bodySchema.parse(JSON.parse(text)).resourceSpans) {
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({ ...span, resource: resource.attributes });
        }
      }
    }
    response.writeHead(collector.behavior === 'takes' ? 200 : 400, { 'content-type': 'application/json' });
    response.end('{}');
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const collector: TraceCollector = {
    url,
    plan: { url: `${url}/v1/traces`, sampler: 'parentbased_always_on', share: 1, delayMs: 20 },
    spans,
    texts,
    behavior: 'takes',
    childrenOf: ({ traceId, spanId }) =>
      spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return collector;
}
