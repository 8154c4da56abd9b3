import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDeployment } from './config/deployment-file.ts';
import { readEnvironment } from './config/environment.ts';
import { printStart } from './config/print-start.ts';
import { refuseToStart } from './config/refuse.ts';
import { startServer } from './host.ts';

try {
  const environment = readEnvironment(process.env, process.argv.slice(2));
  const dist = resolve(import.meta.dirname, '../../dist');
  const server = await startServer({
    ...environment,
    deployment: await readDeployment(environment.deployment),
    dist: existsSync(dist) ? dist : null,
    logLevel: process.env['LOG_LEVEL'] || 'info',
  });
  printStart(server, environment);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void server.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  refuseToStart(error);
}
