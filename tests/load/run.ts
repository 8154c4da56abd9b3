import { parseArgs } from 'node:util';
import { runSuites } from '../support/run-suites.ts';
import { variableOf } from './support/durations.ts';

// `npm run load -- <name> [--minutes N] [--sockets N]` runs the load of a city, and more than the server can
// handle. Each suite prints a table; `npm run test:all` runs some seconds of it, which check correctness, not
// speed.
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
