import { z } from 'zod';
import type { ClickReport } from '#kernel/contract/http/traces.ts';
import { apiAddress, callWatch, commonHeaders, type WatchedCall } from '../data/request.ts';
import { readToken } from '../storage/access-token.ts';
import { RequestError } from '../data/request-error.ts';

type ReportedClick = ClickReport['clicks'][number];
type ReportedCall = ReportedClick['calls'][number];

/** A call follows from a click if it begins within this many milliseconds of it, or of the last call that followed from it. */
const followsWithinMs = 1000;

/** The server's limits for one report. */
const [maxClicks, maxCalls] = [20, 50];

interface TracedCall extends Omit<ReportedCall, 'age' | 'duration'> {
  readonly began: number;
  ended: number | null;
}

interface TracedClick extends Pick<ReportedClick, 'traceId' | 'spanId' | 'target' | 'page'> {
  readonly began: number;
  readonly sampled: boolean;
  readonly calls: TracedCall[];
  /** When something of it began or ended last. */
  touched: number;
}

/** Elements by their tag or role, as far as traces tell them apart. */
const targets: Readonly<Record<string, ReportedClick['target']>> = {
  button: 'button',
  a: 'link',
  link: 'link',
  tab: 'tab',
  option: 'option',
  menuitem: 'menuitem',
  checkbox: 'checkbox',
  radio: 'radio',
};

let current: { readonly share: number; stop(): void } | null = null;

/** Brings tracing to what the server announces: `{ share }`, or anything else where it records nothing. `pageAt` gives the id of a page. */
export function traceClicks(announced: unknown, pageAt: (path: string) => string | null): void {
  const read = z.object({ share: z.number() }).safeParse(announced);
  const share = read.success ? read.data.share : 0;
  if (share === (current?.share ?? 0)) return;
  current?.stop();
  current = share > 0 ? { share, stop: watchClicks(share, pageAt) } : null;
}

/**
 * Gives the calls that follow from a click a `traceparent`, and reports click and calls to our own server; returns how to stop.
 * Nothing that the page shows is in a report.
 */
// Over 60 lines: its short functions share the last click and those that are still to be reported.
function watchClicks(share: number, pageAt: (path: string) => string | null): () => void {
  const open = new Set<TracedClick>();
  let last: TracedClick | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function onClick({ target }: MouseEvent): void {
    const [traceId, spanId, began] = [newId(16), newId(8), performance.now()];
    last = {
      traceId,
      spanId,
      target: targetOf(target),
      page: pageAt(location.pathname),
      began,
      sampled: isSampled(traceId, share),
      calls: [],
      touched: began,
    };
  }

  function begin(method = 'GET'): WatchedCall | null {
    const click = last;
    const began = performance.now();
    const isOver = !click || (click.calls.every(hasEnded) && began - click.touched > followsWithinMs);
    if (isOver || click.calls.length >= maxCalls || readToken() === null) return null;
    const call: TracedCall = {
      spanId: newId(8),
      method: method as ReportedCall['method'],
      began,
      ended: null,
      status: 0,
    };
    click.calls.push(call);
    if (click.sampled) open.add(click);
    return {
      headers: { traceparent: traceparent(click.traceId, call.spanId, click.sampled) },
      follow(result) {
        const end = (status: number | null) => {
          const ended = performance.now();
          Object.assign(call, { ended, status });
          click.touched = ended;
          schedule();
        };
        result.then(
          // An upload resolves to what was answered.
          (value) => end(value instanceof Response ? value.status : null),
          (error: unknown) => end(error instanceof RequestError ? error.status : 0),
        );
      },
    };
  }

  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => report(isFinished), followsWithinMs + 50);
  }

  /** Reports clicks that are over; when the page goes, also those that are not. */
  function report(isReady: (click: TracedClick) => boolean): void {
    const ready = [...open].filter(isReady).slice(0, maxClicks);
    for (const click of ready) open.delete(click);
    if (last && ready.includes(last)) last = null;
    if (ready.length > 0) void post(ready.map(describe));
    if (open.size > 0) schedule();
  }

  const onLeave = () => report(() => true);
  document.addEventListener('click', onClick, true);
  addEventListener('pagehide', onLeave);
  callWatch.begin = begin;
  return () => {
    callWatch.begin = undefined;
    document.removeEventListener('click', onClick, true);
    removeEventListener('pagehide', onLeave);
    clearTimeout(timer);
    onLeave();
  };
}

async function post(clicks: ReportedClick[]): Promise<void> {
  const headers = { ...commonHeaders(), 'Content-Type': 'application/json' };
  const body = JSON.stringify({ clicks } satisfies ClickReport);
  // Not as a call of a page: that would be traced, repeated, and reported when it fails.
  if (readToken() === null) return;
  await fetch(apiAddress('traces'), {
    method: 'POST',
    headers,
    body,
    keepalive: true,
  }).catch(() => null);
}

function hasEnded({ ended }: TracedCall): boolean {
  return ended !== null;
}

function isFinished({ calls, touched }: TracedClick): boolean {
  return calls.every(hasEnded) && performance.now() - touched > followsWithinMs;
}

/** With times as the server takes them: since when, and how long. A click lasts as long as the last of its calls. */
function describe({ traceId, spanId, target, page, began, calls }: TracedClick): ReportedClick {
  const now = performance.now();
  const timing = (start: number, end: number) => ({ age: now - start, duration: end - start });
  return {
    traceId,
    spanId,
    target,
    page,
    ...timing(began, Math.max(...calls.map(({ ended }) => ended ?? now))),
    calls: calls.map(({ began: start, ended, ...call }) => ({ ...call, ...timing(start, ended ?? now) })),
  };
}

function targetOf(element: EventTarget | null): ReportedClick['target'] {
  const found = element instanceof Element ? element.closest('a, button, [role]') : null;
  return targets[found?.getAttribute('role') ?? found?.localName ?? ''] ?? 'other';
}

/** Returns a new id of the given number of bytes, in hex; outside secure contexts `randomUUID` is missing. */
export function newId(bytes: 8 | 16): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether a trace is among the share that is recorded. By the rule of OpenTelemetry's `TraceIdRatioBasedSampler`, so that browser
 * and server decide alike.
 */
export function isSampled(traceId: string, share: number): boolean {
  if (share >= 1) return true;
  let folded = 0;
  for (let at = 0; at < 32; at += 8) folded ^= Number.parseInt(traceId.slice(at, at + 8), 16);
  return folded >>> 0 < Math.floor(share * 0xff_ff_ff_ff);
}

/** The header by which a call names the span that it belongs to. */
export function traceparent(traceId: string, spanId: string, sampled: boolean): string {
  return `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`;
}
