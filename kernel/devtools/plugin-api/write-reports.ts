import { findRefusals } from './compatibility.ts';
import { currentReports, readNotes, readReports, writeReports } from './reports.ts';

/** `npm run api:report`: writes the reports of `kernel/plugin-api`, unless the changes break plugins. */
const committed = readReports();
const current = currentReports();
const refusals = committed ? findRefusals(committed, current, readNotes()) : [];
if (refusals.length === 0) writeReports(current);
else {
  process.stderr.write(`${refusals.join('\n')}\n`);
  process.exitCode = 1;
}
