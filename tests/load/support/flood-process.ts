import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flood, Flooded } from './flood.ts';

// A process of its own: who floods must not keep the clock of those who are looked at meanwhile.
const { url, connections, seconds, paths, tokens, heeds } = JSON.parse(process.argv[2] ?? '') as Flood;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const times: Record<number, number[]> = {};
let errors = 0;
let turn = 0;

function ask(): Promise<IncomingMessage> {
  turn++;
  const headers = { authorization: tokens[turn % tokens.length] ?? '' };
  return new Promise((answered, failed) => {
    const request = get(url + (paths[turn % paths.length] ?? ''), { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => answered(response));
      response.once('error', failed);
    });
    request.once('error', failed);
  });
}

async function press(until: number): Promise<void> {
  while (performance.now() < until) {
    const began = performance.now();
    try {
      const { statusCode = 0, headers } = await ask();
      (times[statusCode] ??= []).push(performance.now() - began);
      const retryAfter = Number(headers['retry-after'] ?? 0);
      if (heeds && retryAfter > 0) await sleep(retryAfter * 1000 * (1 + Math.random() / 2));
    } catch {
      errors++;
    }
  }
}

const until = performance.now() + seconds * 1000;
await Promise.all(Array.from({ length: connections }, () => press(until)));
process.send?.({ times, errors } satisfies Flooded, () => process.exit(0));
