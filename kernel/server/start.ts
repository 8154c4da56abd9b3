import { resolve } from 'node:path';
import { buildFrontEnd } from './build/build-front-end.ts';
import { readDeployment } from './config/deployment-file.ts';
import { readEnvironment } from './config/environment.ts';
import { refuseToStart } from './config/startup-error.ts';

// `npm start`: mistakes are reported before anything takes time.
try {
  const environment = readEnvironment(process.env, process.argv.slice(2));
  await readDeployment(environment.deployment);
  await buildFrontEnd(resolve(import.meta.dirname, '../..'));
} catch (error) {
  refuseToStart(error);
}
await import('./main.ts');
