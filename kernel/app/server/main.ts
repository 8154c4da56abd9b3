import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { printStart } from './boot/print-start.ts';
import { failStart } from '#kernel/server/config/startup-error.ts';
import { startServer } from './boot/start-server.ts';

// A closed standard output must not stop the server.
process.stdout.on('error', () => {});

/**
 * Signals within this time count as one: a terminal signals all processes of its group, and npm forwards the signal.
 */
const repeatedSignalMs = 1000;

await main();

async function main(): Promise<void> {
  const starting = start();
  const stopRequest = stopOnSignal(starting);
  try {
    const server = await starting;
    if (!stopRequest.aborted) await printStart(server, readEnvironment(process.env, process.argv.slice(2)));
  } catch (error) {
    failStart(error);
  }
}

/** Returns an abort signal that is aborted by the first signal to stop; a later one exits the process at once. */
function stopOnSignal(starting: ReturnType<typeof start>): AbortSignal {
  const request = new AbortController();
  let requestedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (request.signal.aborted) {
        // The next start adopts the embedded PostgreSQL, which keeps running.
        if (performance.now() - requestedAt > repeatedSignalMs) process.exit(1);
        return;
      }
      requestedAt = performance.now();
      request.abort();
      void starting.then(stop).then(() => process.exit(0));
    });
  }
  return request.signal;
}

async function stop(server: Awaited<ReturnType<typeof start>>): Promise<void> {
  const { shutdownSeconds } = readEnvironment(process.env, process.argv.slice(2));
  server.announceStop();
  await sleep(shutdownSeconds * 1000);
  await server.close();
}

async function start(): ReturnType<typeof startServer> {
  const environment = readEnvironment(process.env, process.argv.slice(2));
  const dist = resolve(import.meta.dirname, '../../../dist');
  const behindDevServer = process.env['KOMAK_BEHIND_DEV_SERVER'] === '1';
  const deployment = await readDeployment(environment.deployment);
  return startServer({
    ...environment,
    deployment: {
      ...deployment,
      trustProxy: [...(environment.trustProxy ?? deployment.trustProxy)],
    },
    base: dirname(environment.deployment),
    dist: existsSync(dist) && !behindDevServer ? dist : null,
  });
}
