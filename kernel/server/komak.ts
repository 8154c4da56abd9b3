import { runAudit } from './commands/audit.ts';
import { runBackup, runRestore } from './commands/backup.ts';
import { runPlugins } from './commands/plugins.ts';
import { runTwoFactor } from './commands/two-factor.ts';
import { StartupError } from './config/startup-error.ts';

// `npm run komak -- …`: what a super admin does on the pages of plugins and of the audit log, from the command line.
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

const [topic, ...words] = process.argv.slice(2);
const [command = '', ...rest] = words;

try {
  const done = await run((line) => void process.stdout.write(`${line}\n`));
  if (done === null) process.stderr.write(usage);
  process.exitCode = done ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(say: (line: string) => void): Promise<boolean | null> {
  if (topic === 'backup') return runBackup(words, say);
  if (topic === 'restore') return runRestore(words, say);
  if (topic === 'plugins') return runPlugins(command, rest, say);
  if (topic === 'two-factor') return runTwoFactor(command, rest, say);
  return topic === 'audit' ? runAudit(command, rest, say) : null;
}
