import autocannon from 'autocannon';
import type { Ledger } from './ledger.ts';

/** Reads without a pause, over so many connections, for so many seconds; those who ask do not heed when to come again. */
export async function flood(
  url: string,
  given: {
    connections: number;
    seconds: number;
    paths: readonly string[];
    tokens: readonly string[];
    ledger: Ledger;
  },
): Promise<{ errors: number; seconds: number }> {
  const { connections, seconds, paths, tokens, ledger } = given;
  let turn = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
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
      (error: Error | null, ended) => (error ? reject(error) : resolve(ended)),
    );
    running.on('response', (_client, status, _bytes, milliseconds) =>
      ledger.note(`flood ${status}`, milliseconds),
    );
  });
  return { errors: result.errors + result.timeouts, seconds: result.duration };
}
