import { readFile } from 'node:fs/promises';
import { runAudit } from './audit.ts';
import { runMigrate } from './migrate.ts';
import { runBackup, runRestore } from './backup.ts';
import { runPlugins } from './plugins.ts';
import { runExternalPlugin } from './external-plugins.ts';
import { newPlugin, runPluginSource } from './plugin-source.ts';
import { diffProfiles, validateProfiles } from './profiles.ts';
import { runTwoFactor } from './two-factor.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';

const usageFile = new URL('./usage.txt', import.meta.url);

/** The output and error streams of a command, in whole lines. */
export interface CommandOutput {
  readonly print: (line: string) => void;
  readonly complain: (text: string) => void;
}

/** `npm run komak -- …`: manages plugins, audit log and backups from the command line. Returns the exit status. */
export async function runCommandLine(
  words: readonly string[],
  { print, complain }: CommandOutput,
): Promise<0 | 1> {
  try {
    const done = await run(words, print);
    if (done === null) complain(await readFile(usageFile, 'utf8'));
    return done ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    complain(`${error.message}\n`);
    return 1;
  }
}

async function run(
  [topic, ...words]: readonly string[],
  print: CommandOutput['print'],
): Promise<boolean | null> {
  const [command = '', ...rest] = words;
  if (topic === 'backup') return runBackup(words, print);
  if (topic === 'restore') return runRestore(words, print);
  if (topic === 'migrate') return runMigrate(words, print);
  if (topic === 'plugins') return runPlugins(command, rest, print);
  if (topic === 'validate') return validateProfiles(words, print);
  if (topic === 'diff') return diffProfiles(words, print);
  if (topic === 'new') return newPlugin(words, print);
  if (topic === 'plugin')
    return (await runExternalPlugin(command, rest, print)) ?? runPluginSource(command, rest, print);
  if (topic === 'two-factor') return runTwoFactor(command, rest, print);
  return topic === 'audit' ? runAudit(command, rest, print) : null;
}
