import { dirname } from 'node:path';
import { startServer } from '../boot/start-server.ts';
import { readDeployment } from '#kernel/server/config/deployment-file.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';

/**
 * Prepares the database for this version and exits: migrations of kernel and plugins, and the first super admin if
 * there is none, whose password it prints. Nodes do the same when they start; this command lets an operator migrate, or
 * see it fail, before the first node is replaced. The server that it starts for this listens on a free port of
 * 127.0.0.1.
 */
export async function runMigrate(
  words: readonly string[],
  print: (line: string) => void,
): Promise<boolean | null> {
  if (words.length > 0) return null;
  const environment = readEnvironment(process.env);
  const server = await startServer({
    ...environment,
    deployment: await readDeployment(environment.deployment),
    base: dirname(environment.deployment),
    dist: null,
    host: '127.0.0.1',
    port: 0,
    logLevel: 'error',
  });
  const { firstAdmin } = server.seedResult;
  await server.close();
  if (firstAdmin) {
    print('The first admin, shown only once; the password has to be changed at the first sign-in:');
    print(`  login     ${firstAdmin.login}`);
    print(`  password  ${firstAdmin.password}`);
  }
  print('The database is ready for this version.');
  return true;
}
