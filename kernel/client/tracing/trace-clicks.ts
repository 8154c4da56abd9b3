import { z } from 'zod';
import type { ClickReport } from '#kernel/contract/http/traces.ts';
import { apiAddress, callWatch, commonHeaders, type WatchedCall } from '../data/request.ts';
import { readToken } from '../storage/access-token.ts';
import { RequestError } from '../data/request-error.ts';

type ReportedClick = ClickReport['clicks'][number];
type ReportedCall = ReportedClick['calls'][number];

/** A call belongs to a click if it begins within this many milliseconds of the click or of its last call. */
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
  /** When the click or one of its calls last began or ended. */
  touched: number;
}

/** Reported roles by tag or role of the element. */
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

/**
 * Starts or stops tracing as the server announces: `{ share }`, anything else disables it. `pageAt` returns the id of a
 * page.
 */
export function traceClicks(announced: unknown, pageAt: (path: string) => string | null): void {
  const read = z.object({ share: z.number() }).safeParse(announced);
  const share = read.success ? read.data.share : 0;
  if (share === (current?.share ?? 0)) return;
  current?.stop();
  current = share > 0 ? { share, stop: watchClicks(share, pageAt) } : null;
}

/**
 * Adds a `traceparent` to the calls that follow a click, and reports click and calls to our server. Returns a function
 * that stops it. Reports contain nothing that the page shows.
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
          // An upload resolves to its response body, without a status.
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

  /** Reports finished clicks; when the page is left, also the unfinished ones. */
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
  // Not as an ordinary call, which would be traced, retried, and reported on failure.
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

/** The report of a click: relative times and durations. A click lasts until its last call has ended. */
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
 * Whether a trace is sampled. Uses the rule of OpenTelemetry's `TraceIdRatioBasedSampler`, so that browser and server
 * decide alike.
 */
export function isSampled(traceId: string, share: number): boolean {
  if (share >= 1) return true;
  let merged = 0;
  for (let at = 0; at < 32; at += 8) merged ^= Number.parseInt(traceId.slice(at, at + 8), 16);
  return merged >>> 0 < Math.floor(share * 0xff_ff_ff_ff);
}

/** The header with which a call names its span. */
export function traceparent(traceId: string, spanId: string, sampled: boolean): string {
  return `00-${traceId}-${spanId}-0${sampled ? 1 : 0}`;
}
