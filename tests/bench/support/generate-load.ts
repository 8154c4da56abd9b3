import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load, Measured } from './load.ts';
import { percentile } from './percentile.ts';

// The process of the load generator: each message is a load, each reply its result.
process.on('message', ({ load, seconds }: { load: Load; seconds: number }) => {
  void measure(load, seconds).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit(0));

async function measure(load: Load, seconds: number): Promise<Measured> {
  const warmUp = await send(load, 1);
  const measured = await send(load, seconds);
  return { ...measured, requests: (warmUp.requests ?? 0) + (measured.requests ?? 0) };
}

async function send(load: Load, duration: number): Promise<Measured> {
  const { url, token, ids, body, type, idempotent, connections = 16 } = load;
  const { pathname, search } = new URL(url);
  const tokens = token === undefined ? [] : [token].flat();
  let round = 0;
  const path = () => (decodeURI(pathname) + search).replace('{id}', () => String(randomId(ids)));
  const headers = () => ({
    ...(tokens.length > 0 ? { authorization: tokens[round++ % tokens.length] } : {}),
    ...(type ? { 'content-type': type } : {}),
    ...(idempotent ? { 'idempotency-key': randomUUID() } : {}),
  });
  const changing = ids !== undefined || idempotent === true;
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url: new URL(url).origin,
        connections,
        duration,
        requests: [
          {
            method: body === undefined ? 'GET' : 'POST',
            path: path(),
            headers: headers(),
            ...(body === undefined ? {} : { body }),
            ...(changing
              ? { setupRequest: (request) => ({ ...request, path: path(), headers: headers() }) }
              : {}),
          },
        ],
      },
      (error: Error | null, ended) => (error ? reject(error) : resolve(ended)),
    );
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  reportFailures(url, result);
  return {
    rate: result['2xx'] / result.duration,
    requests: result['2xx'],
    p95: percentile(times, 0.95),
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  };
}

function randomId({ first, last }: NonNullable<Load['ids']> = { first: 1, last: 1 }): number {
  return first + Math.floor(Math.random() * (last - first + 1));
}

/** Failures are reported immediately; the table only counts them. */
function reportFailures(url: string, { statusCodeStats = {}, errors, timeouts }: autocannon.Result): void {
  const failed = Object.entries(statusCodeStats).filter(([code]) => !code.startsWith('2'));
  if (failed.length === 0 && errors + timeouts === 0) return;
  const statuses = failed.map(([code, { count = 0 } = {}]) => `${count} × ${code}`).join(', ');
  process.stderr.write(`${url}: ${statuses || 'no response'}, ${errors} errors, ${timeouts} timeouts\n`);
}
