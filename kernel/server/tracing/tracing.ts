import type { ClickReport } from '#kernel/contract/http/traces.ts';
import type { StatementObserver } from '../database/pool/statements.ts';

/** The attributes of a span: names from the code, and numbers; never user input. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** The kind of a span, by its side of a call. */
export type SpanKind = 'server' | 'client' | 'producer' | 'internal';

/** A span that is still open. */
export interface OpenSpan {
  /** Runs work whose spans become children of this one, including those of its asynchronous work. */
  run<Result>(work: () => Result): Result;
  /** Ends the span once; a failure has a short name, such as an error code. */
  end(outcome?: { name?: string; facts?: SpanFacts; failure?: string | null }): void;
}

/** A span that is recorded after it has ended. */
export interface FinishedSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly seconds: number;
  readonly facts?: SpanFacts;
  /** A short name, such as an error code; null or absent on success. */
  readonly failure?: string | null;
}

/** Records spans of a node and sends them to a collector. Servers without a collector do not have this service. */
export interface Tracing {
  /** The sampled share of traces that browsers start, from 0 to 1. */
  readonly share: number;
  /** The current span as a `traceparent`; undefined without one. */
  readonly current: string | undefined;
  /** Opens a span: a child of the one that `traceparent` names, or else the root of a new trace. */
  open(name: string, kind: SpanKind, traceparent?: string): OpenSpan;
  /** Opens a child of the current span; null if there is none. */
  openChild(name: string, kind: SpanKind, facts?: SpanFacts): OpenSpan | null;
  /** Adds a child of the current span, or of the one that `traceparent` names; does nothing without either. */
  add(span: FinishedSpan, traceparent?: string): void;
  /** Adds the clicks reported by a browser. */
  addClicks(clicks: ClickReport['clicks']): void;
  /** Sends the remaining spans, with a short time limit. */
  close(): Promise<void>;
}

/** Runs work in a span of its own, the root of a new trace; a failure is marked with the name of its error. */
export async function runInTrace<Result>(
  tracing: Tracing,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = tracing.open(name, 'internal');
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failure: failureOf(error) });
    throw error;
  }
}

/** A short name of an error; its message may contain personal data. */
export function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code;
  return typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'Error';
}

/** Creates the observer that adds each statement to the trace of its caller, by name; never its text or values. */
export function statementTracer(tracing: Tracing): StatementObserver {
  return (name, seconds, error) => {
    const failure = error === undefined ? null : failureOf(error);
    const facts = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    tracing.add({ name, kind: 'client', seconds, facts, failure });
  };
}
