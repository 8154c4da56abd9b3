import { resolve } from 'node:path';
import { buildFrontEnd } from '#kernel/server/build/build-front-end.ts';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { failStart } from '#kernel/server/config/startup-error.ts';

// `npm start`: configuration errors are reported before slow steps.
try {
  const environment = readEnvironment(process.env, process.argv.slice(2));
  await readDeployment(environment.deployment);
  await buildFrontEnd(resolve(import.meta.dirname, '../../..'));
} catch (error) {
  failStart(error);
}
await import('./main.ts');
