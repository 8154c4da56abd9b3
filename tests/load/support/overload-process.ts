import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Overload, OverloadResult } from './overload.ts';

// A separate process, so that the load does not delay the measurements.
const { url, connections, seconds, paths, tokens, waitsForRetry } = JSON.parse(
  process.argv[2] ?? '',
) as Overload;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const durations: Record<number, number[]> = {};
let errors = 0;
let requestCount = 0;

function send(): Promise<IncomingMessage> {
  requestCount++;
  const headers = { authorization: tokens[requestCount % tokens.length] ?? '' };
  return new Promise((resolve, failed) => {
    const request = get(url + (paths[requestCount % paths.length] ?? ''), { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response));
      response.once('error', failed);
    });
    request.once('error', failed);
  });
}

async function sendUntil(until: number): Promise<void> {
  while (performance.now() < until) {
    const began = performance.now();
    try {
      const { statusCode = 0, headers } = await send();
      (durations[statusCode] ??= []).push(performance.now() - began);
      const retryAfter = Number(headers['retry-after'] ?? 0);
      if (waitsForRetry && retryAfter > 0) await sleep(retryAfter * 1000 * (1 + Math.random() / 2));
    } catch {
      errors++;
    }
  }
}

const until = performance.now() + seconds * 1000;
await Promise.all(Array.from({ length: connections }, () => sendUntil(until)));
process.send?.({ durations, errors } satisfies OverloadResult, () => process.exit(0));
