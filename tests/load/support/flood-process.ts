import autocannon from 'autocannon';
import type { Flood, Flooded } from './flood.ts';

// A process of its own: who floods must not keep the clock of those who are looked at meanwhile.
const { url, connections, seconds, paths, tokens } = JSON.parse(process.argv[2] ?? '') as Flood;
const times: Record<number, number[]> = {};
let turn = 0;

const running = autocannon(
  {
    url,
    connections,
    duration: seconds,
    timeout: 60,
    requests: [
      {
        method: 'GET',
        setupRequest: (request) => {
          turn++;
          const headers = { authorization: tokens[turn % tokens.length] ?? '' };
          return { ...request, path: paths[turn % paths.length] ?? '/', headers };
        },
      },
    ],
  },
  (error: Error | null, { errors, timeouts, duration }) => {
    if (error) throw error;
    const flooded: Flooded = { times, errors: errors + timeouts, seconds: duration };
    process.send?.(flooded, () => process.exit(0));
  },
);
running.on('response', (_client, status, _bytes, milliseconds) => {
  (times[status] ??= []).push(milliseconds);
});
