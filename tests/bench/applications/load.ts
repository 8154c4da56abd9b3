import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/** Requests of one kind. */
export interface Load {
  readonly url: string;
  /** Of one who asks, or of several, in turn. */
  readonly token?: string | readonly string[];
  /** How many ask at once; sixteen unless told. */
  readonly connections?: number;
  /** Another path for each request. */
  readonly path?: () => string;
  readonly body?: string;
  readonly type?: string;
  /** A key for each request, as our client sends with all that must not be done twice. */
  readonly once?: boolean;
}

/** What a load came to. */
export interface Measured {
  /** Answers of the 2xx kind in a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p95: number;
  readonly p99: number;
  /** Everything else. */
  readonly errors: number;
}

/** Sends requests for some seconds, after a second to warm up. */
export async function measure(load: Load, seconds: number): Promise<Measured> {
  await fire(load, 1);
  return fire(load, seconds);
}

async function fire(
  { url, token, path, body, type, once, connections = 16 }: Load,
  duration: number,
): Promise<Measured> {
  const { pathname, search } = new URL(url);
  const tokens = token === undefined ? [] : [token].flat();
  let turn = 0;
  const headers = () => ({
    ...(tokens.length > 0 ? { authorization: tokens[turn++ % tokens.length] } : {}),
    ...(type ? { 'content-type': type } : {}),
  });
  const changing = path !== undefined || once === true;
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        duration,
        requests: [
          {
            method: body === undefined ? 'GET' : 'POST',
            path: pathname + search,
            headers: headers(),
            ...(body === undefined ? {} : { body }),
            ...(changing
              ? {
                  setupRequest: (request) => ({
                    ...request,
                    path: path ? path() : (request.path ?? pathname),
                    headers: { ...headers(), ...(once ? { 'idempotency-key': randomUUID() } : {}) },
                  }),
                }
              : {}),
          },
        ],
      },
      (error: Error | null, ended) => (error ? reject(error) : resolve(ended)),
    );
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  tellFailures(url, result);
  return {
    rate: result['2xx'] / result.duration,
    p95: times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)] ?? Infinity,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

/** What went wrong is told at once; the table only counts it. */
function tellFailures(url: string, { statusCodeStats = {}, errors, timeouts }: autocannon.Result): void {
  const codes = Object.entries(statusCodeStats).filter(([code]) => !code.startsWith('2'));
  if (codes.length === 0 && errors + timeouts === 0) return;
  const told = codes.map(([code, { count = 0 } = {}]) => `${count} × ${code}`).join(', ');
  process.stderr.write(`${url}: ${told || 'no answer'}, ${errors} errors, ${timeouts} timeouts\n`);
}

/** The middle one by rate. */
export function median(measured: readonly Measured[]): Measured {
  const sorted = measured.toSorted((left, right) => left.rate - right.rate);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}
