import { findRejections } from './compatibility.ts';
import { currentReports, readNotes, readReports, writeReports } from './reports.ts';

/** `npm run api:report`: writes the reports of `kernel/plugin-api`, unless the changes break plugins. */
const committed = readReports();
const current = currentReports();
const rejections = committed ? findRejections(committed, current, readNotes()) : [];
if (rejections.length === 0) writeReports(current);
else {
  process.stderr.write(`${rejections.join('\n')}\n`);
  process.exitCode = 1;
}
