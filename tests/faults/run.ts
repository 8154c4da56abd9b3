import { runSuites } from '../support/run-suites.ts';

// `npm run faults -- <name>`: what goes wrong on a bad day, and the hostile input beside it; all of it without a name.
process.exitCode = await runSuites({
  command: 'faults',
  folders: ['tests/faults', 'tests/contract/hostile'],
  name: process.argv[2] ?? '',
});
