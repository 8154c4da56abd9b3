import { runAudit } from './audit.ts';
import { runBackup, runRestore } from './backup.ts';
import { runPlugins } from './plugins.ts';
import { runTwoFactor } from './two-factor.ts';
import { StartupError } from '../config/startup-error.ts';

const usage = `Usage: npm run komak -- <command>

  plugins list                every installed plugin, and whether it is on
  plugins explain <id>        why a plugin is on or off, and what it adds
  plugins enable <id>         switches a plugin on, on every running node
  plugins disable <id>        switches a plugin off; --yes agrees to what goes with it
  plugins validate [<file>]   says what is wrong in deployment.json; needs no database
  audit verify                whether the audit log is as it was written, and --noted <seal>:<hash> in it
  audit sign                  accepts it as it is, such as after a new KOMAK_KEY
  backup <file>               database and files, while servers run; encrypted where KOMAK_BACKUP_KEY or --key-file is given
  restore <file>              puts a backup back; --replace where the database is not empty, --check only reads it
  two-factor reset <login>    lets somebody in who has lost the phone and the recovery codes
`;

/** Where a command says what it has done, and what is wrong; whole lines. */
export interface Told {
  readonly say: (line: string) => void;
  readonly complain: (text: string) => void;
}

/**
 * `npm run komak -- …`: what a super admin does on the pages of plugins and of the audit log, from the command line.
 * Answers the exit status.
 */
export async function runCommandLine(words: readonly string[], { say, complain }: Told): Promise<0 | 1> {
  try {
    const done = await run(words, say);
    if (done === null) complain(usage);
    return done ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    complain(`${error.message}\n`);
    return 1;
  }
}

async function run([topic, ...words]: readonly string[], say: Told['say']): Promise<boolean | null> {
  const [command = '', ...rest] = words;
  if (topic === 'backup') return runBackup(words, say);
  if (topic === 'restore') return runRestore(words, say);
  if (topic === 'plugins') return runPlugins(command, rest, say);
  if (topic === 'two-factor') return runTwoFactor(command, rest, say);
  return topic === 'audit' ? runAudit(command, rest, say) : null;
}
