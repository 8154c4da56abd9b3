import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { evaluateAudit } from './evaluate-audit.ts';

// `npm run packages:audit`: reports known vulnerabilities of the shipped packages. Fails on serious ones; only reports
// if the registry does not support audits, as in closed networks.
const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], {
  cwd: resolve(import.meta.dirname, '../../..'),
  encoding: 'utf8',
  maxBuffer: 64 * 2 ** 20,
});
const { succeeded, message } = evaluateAudit(stdout);
process.stdout.write(`${message}\n`);
process.exitCode = succeeded ? 0 : 1;
