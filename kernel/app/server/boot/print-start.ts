import { explanationText } from '#kernel/contract/index.ts';
import type { RunningServer } from './start-server.ts';
import type { Environment } from '#kernel/server/config/environment.ts';

/** Prints the server's address, how to sign in, and which plugins cannot run and why. */
export async function printStart(server: RunningServer, environment: Environment): Promise<void> {
  const lines = ['', `  Ko‘mak is at ${server.url}`, `  The API is described at ${server.url}/api/docs`, ''];
  const demo = environment.demo ? await server.readDemoLogins() : null;
  if (demo) {
    const { password, logins } = demo;
    lines.push(`  Demo logins, all with the password ${password}:`, '');
    for (const [login, rights] of Object.entries(logins)) lines.push(`    ${login.padEnd(12)}${rights}`);
    lines.push('');
  }
  const { firstAdmin } = server.seedResult;
  if (firstAdmin) {
    lines.push(
      '  The first admin, shown only once; the password has to be changed at the first sign-in:',
      '',
    );
    lines.push(`    login     ${firstAdmin.login}`, `    password  ${firstAdmin.password}`, '');
  }
  for (const { id } of server.registry.installed) {
    const explanation = server.registry.explain(id);
    if (explanation.state !== 'enabled' && explanation.state !== 'disabled') {
      lines.push(`  Note: ${explanationText(explanation)}`, '');
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}
