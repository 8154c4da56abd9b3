import { parseArgs } from 'node:util';
import { nobody, writeAudit } from '#kernel/server/audit/write-audit.ts';
import { verifyAudit } from '#kernel/server/audit/verify-audit.ts';
import { writeHead, type ChainPosition } from '#kernel/server/audit/seal-audit.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { openVault } from '#kernel/server/installation/vault.ts';
import { openForCommand } from './open-database.ts';

/**
 * Runs one command on the audit log: true when all is well, false when not, null if the command is unknown. `verify`
 * accepts `--noted <seal>:<hash>`, a seal recorded elsewhere; `sign` accepts the chain in its current state.
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
    print('There is no database yet, so there is no audit log.');
    return true;
  }
  try {
    const vault = await openVault(opened.pool, environment.key);
    const { sealed, unsealed, problem, head } = await verifyAudit(opened.pool, vault, noted);
    if (problem === null) {
      print(`The audit log is unchanged: ${sealed} entries are sealed, ${unsealed} not yet.`);
    } else print(`The audit log was changed, after ${sealed} unchanged entries: ${problem}.`);
    if (head) print(`Newest seal, to be recorded elsewhere: ${head.seq}:${head.hash}`);
    if (command === 'verify') return problem === null;
    const { rows } = await opened.pool.query<ChainPosition>(
      'select seq, hash from audit_seals order by seq desc limit 1',
    );
    if (rows[0]) await writeHead(opened.pool, vault, rows[0]);
    const entry = { action: 'kernel.audit.sign', subjectType: 'installation', subjectId: null };
    await writeAudit(opened.database, nobody, { ...entry, details: { problem } });
    print('The current end of the audit log was signed; an entry records this.');
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
    throw new StartupError('A recorded seal has the form 1234:5e884898…: its number and its hash.');
  }
  return { seq: Number(seq), hash };
}
