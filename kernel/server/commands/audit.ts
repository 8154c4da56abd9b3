import { verifyAudit } from '../audit/index.ts';
import { readEnvironment } from '../config/environment.ts';
import { openForCommand } from './open-database.ts';

/** Runs one command on the audit log; true when all is well, false when it is not, null when there is no such command. */
export async function runAudit(command: string, say: (line: string) => void): Promise<boolean | null> {
  if (command !== 'verify') return null;
  const opened = await openForCommand(readEnvironment(process.env));
  if (!opened) {
    say('There is no database yet, and so no audit log.');
    return true;
  }
  try {
    const { sealed, unsealed, problem } = await verifyAudit(opened.pool);
    if (problem === null) {
      say(`The audit log is as it was written: ${sealed} entries sealed, ${unsealed} not yet.`);
    } else say(`The audit log is not as it was written, after ${sealed} entries that are: ${problem}.`);
    return problem === null;
  } finally {
    await opened.close();
  }
}
