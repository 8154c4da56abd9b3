import { runSuites } from '../support/run-suites.ts';

// `npm run faults -- <name>` runs fault tests and hostile input at full length; all of them without a name.
process.exitCode = await runSuites({
  command: 'faults',
  folders: ['tests/faults', 'tests/contract/hostile'],
  name: process.argv[2] ?? '',
});
