import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type HrTime,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { ExportResultCode, millisToHrTime, parseTraceParent, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type IdGenerator,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracePlan } from '../config/trace-plan.ts';
import { traceOutgoingCalls } from './outgoing-calls.ts';
import type { OpenSpan, SpanFacts, SpanKind, Tracing } from './tracing.ts';

/**
 * The wall clock may be set while the server runs; smaller differences are ignored in favour of the monotonic clock.
 */
const maxDriftMs = 10;

/** Milliseconds that the server's stop waits for a collector. */
const closeTimeoutMs = 2000;

const kinds: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  internal: Kind.INTERNAL,
};

interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly startTime: HrTime;
  readonly facts?: SpanFacts;
}

/**
 * Records traces with OpenTelemetry. Only this module loads its packages, and only servers with a collector load this
 * module. Nothing is registered globally, so that several servers may run in one process. Headers, timeout and
 * compression of the exporter are set by OpenTelemetry's variables.
 */
// Over 60 lines: its short functions share the tracer, the clock and the current span.
export function createOpenTelemetry(plan: TracePlan, log: Logger): Tracing {
  const ids = new GivenIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'komak', 'service.instance.id': randomUUID() }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: samplerOf(plan),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportOutages(new OTLPTraceExporter({ url: plan.url }), log),
        scheduledDelayMillis: plan.delayMs,
      }),
    ],
  });
  const tracer = provider.getTracer('komak');
  const now = createClock();
  const contexts = new AsyncLocalStorage<Context>();

  function start({ name, kind, startTime, facts = {} }: SpanStart, parent: Context): Span {
    return tracer.startSpan(name, { kind: kinds[kind], startTime, attributes: facts }, parent);
  }

  function openIn(name: string, kind: SpanKind, parent: Context, facts?: SpanFacts): OpenSpan {
    const span = start({ name, kind, startTime: millisToHrTime(now()), ...(facts && { facts }) }, parent);
    const context = trace.setSpan(parent, span);
    return {
      run: (work) => contexts.run(context, work),
      end({ name: known = name, facts: further = {}, failure = null } = {}) {
        if (known !== name) span.updateName(known);
        finish(span.setAttributes(further), failure, now());
      },
    };
  }

  const stopOutgoing = traceOutgoingCalls((name, facts) => tracing.openChild(name, 'client', facts));
  const tracing: Tracing = {
    share: plan.share,
    get current() {
      const span = trace.getSpan(contexts.getStore() ?? ROOT_CONTEXT);
      return span && traceparentOf(span.spanContext());
    },
    open: (name, kind, traceparent) => openIn(name, kind, contextOf(traceparent) ?? ROOT_CONTEXT),
    openChild(name, kind, facts) {
      const parent = contexts.getStore();
      return parent ? openIn(name, kind, parent, facts) : null;
    },
    add({ name, kind, seconds, facts, failure = null }, traceparent) {
      const parent = contextOf(traceparent) ?? contexts.getStore();
      if (!parent) return;
      const end = now();
      const startTime = millisToHrTime(end - seconds * 1000);
      finish(start({ name, kind, startTime, ...(facts && { facts }) }, parent), failure, end);
    },
    addClicks(clicks) {
      const end = now();
      for (const { traceId, calls, ...click } of clicks) {
        const add = (spanId: string, timing: Timing, span: Omit<SpanStart, 'startTime'>, parent: Context) => {
          const began = end - timing.age;
          const added = ids.give({ traceId, spanId }, () =>
            start({ ...span, startTime: millisToHrTime(began) }, parent),
          );
          return { added, end: began + timing.duration };
        };
        const page: SpanFacts = click.page === null ? {} : { 'komak.page': click.page };
        const named = { name: `click ${click.target}`, kind: 'internal', facts: page } as const;
        const { added: span, end: clickEnd } = add(click.spanId, click, named, ROOT_CONTEXT);
        const context = trace.setSpan(ROOT_CONTEXT, span);
        for (const { spanId, method, status, ...timing } of calls) {
          const facts = {
            'http.request.method': method,
            ...(status ? { 'http.response.status_code': status } : {}),
          };
          const call = add(spanId, timing, { name: method, kind: 'client', facts }, context);
          finish(
            call.added,
            status === 0 ? 'no_response' : (status ?? 0) >= 400 ? String(status) : null,
            call.end,
          );
        }
        finish(span, null, clickEnd);
      }
    },
    async close() {
      stopOutgoing();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => (timer = setTimeout(done, closeTimeoutMs)));
      // Data that a collector does not accept are lost and logged.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
  return tracing;
}

interface Timing {
  readonly age: number;
  readonly duration: number;
}

function finish(span: Span, failure: string | null, end: number): void {
  if (failure !== null) {
    span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(millisToHrTime(end));
}

/** Generates random ids; for the spans of a browser, uses the ids that it has sent. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #given: { readonly traceId: string; readonly spanId: string } | null = null;

  generateTraceId(): string {
    return this.#given?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#given?.spanId ?? this.#random.generateSpanId();
  }

  give<Result>(ids: { traceId: string; spanId: string }, work: () => Result): Result {
    this.#given = ids;
    try {
      return work();
    } finally {
      this.#given = null;
    }
  }
}

function samplerOf({ sampler, share }: TracePlan): Sampler {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(share)
    : share === 0
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

function contextOf(traceparent: string | undefined): Context | null {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent && trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}

/** Logs when the collector stops accepting spans, and when it accepts them again. */
function reportOutages(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let isAway = false;
  function note({ code, error }: ExportResult): void {
    const failed = code !== ExportResultCode.SUCCESS;
    if (failed && !isAway)
      log.warn({ err: error }, 'the collector of traces is unavailable; traces are dropped');
    if (!failed && isAway) log.info('the collector of traces is available again');
    isAway = failed;
  }
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}

/**
 * Creates a clock of milliseconds since 1970 with the resolution that statements need; follows changes of the wall
 * clock.
 */
function createClock(): () => number {
  let { timeOrigin } = performance;
  return () => {
    const now = performance.now();
    if (Math.abs(Date.now() - timeOrigin - now) > maxDriftMs) timeOrigin = Date.now() - now;
    return timeOrigin + now;
  };
}
