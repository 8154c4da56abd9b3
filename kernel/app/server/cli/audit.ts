import { parseArgs } from 'node:util';
import { nobody, writeAudit } from '#kernel/server/audit/write-audit.ts';
import { verifyAudit } from '#kernel/server/audit/verify-audit.ts';
import { writeHead, type ChainPosition } from '#kernel/server/audit/seal-audit.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { openVault } from '#kernel/server/installation/vault.ts';
import { openForCommand } from './open-database.ts';

/**
 * Runs one command on the audit log; true when all is well, false when it is not, null when there is no such command. `verify`
 * takes `--noted <seal>:<hash>`, a seal that was noted elsewhere; `sign` accepts the chain as it is.
 */
export async function runAudit(
  command: string,
  words: readonly string[],
  print: (line: string) => void,
): Promise<boolean | null> {
  if (command !== 'verify' && command !== 'sign') return null;
  const noted = readNoted(words);
  const environment = readEnvironment(process.env);
  const opened = await openForCommand(environment);
  if (!opened) {
    print('There is no database yet, and so no audit log.');
    return true;
  }
  try {
    const vault = await openVault(opened.pool, environment.key);
    const { sealed, unsealed, problem, head } = await verifyAudit(opened.pool, vault, noted);
    if (problem === null) {
      print(`The audit log is as it was written: ${sealed} entries sealed, ${unsealed} not yet.`);
    } else print(`The audit log is not as it was written, after ${sealed} entries that are: ${problem}.`);
    if (head) print(`Newest seal, to be noted elsewhere: ${head.seq}:${head.hash}`);
    if (command === 'verify') return problem === null;
    const { rows } = await opened.pool.query<ChainPosition>(
      'select seq, hash from audit_seals order by seq desc limit 1',
    );
    if (rows[0]) await writeHead(opened.pool, vault, rows[0]);
    const entry = { action: 'kernel.audit.sign', subjectType: 'installation', subjectId: null };
    await writeAudit(opened.database, nobody, { ...entry, details: { problem } });
    print('Its end is signed as it is now; that too is written into it.');
    return true;
  } finally {
    await opened.close();
  }
}

function readNoted(words: readonly string[]): ChainPosition | null {
  const { values } = parseArgs({ args: [...words], options: { noted: { type: 'string' } }, strict: false });
  if (typeof values['noted'] !== 'string') return null;
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values['noted']) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new StartupError('What was noted looks like 1234:5e884898…: the number of a seal, and its hash.');
  }
  return { seq: Number(seq), hash };
}
