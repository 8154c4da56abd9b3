import { parseArgs } from 'node:util';
import { runSuites } from '../support/run-suites.ts';
import { variableOf } from './support/durations.ts';

// `npm run load -- <name> [--minutes N] [--sockets N]`: how it does under the work of a city, and under more than it can do.
// Each suite prints a table; `npm test` runs some seconds of it, which say only whether all is right, not how fast.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, sockets: { type: 'string' } },
});

process.exitCode = await runSuites({
  command: 'load',
  folders: ['tests/load'],
  name: positionals[0] ?? '',
  variables: Object.fromEntries(Object.entries(values).map(([name, value]) => [variableOf(name), value])),
});
