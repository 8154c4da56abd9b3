import { readFile } from 'node:fs/promises';
import { runAudit } from './audit.ts';
import { runMigrate } from './migrate.ts';
import { runBackup, runRestore } from './backup.ts';
import { runPlugins } from './plugins.ts';
import { runOutsidePlugin } from './outside-plugins.ts';
import { newPlugin, runPluginSource } from './plugin-source.ts';
import { diffProfiles, validateProfiles } from './profiles.ts';
import { runTwoFactor } from './two-factor.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';

const usageFile = new URL('./usage.txt', import.meta.url);

/** Where a command writes its output and its errors, in whole lines. */
export interface CommandOutput {
  readonly say: (line: string) => void;
  readonly complain: (text: string) => void;
}

/**
 * `npm run komak -- …`: what a super admin does on the pages of plugins and of the audit log, from the command line.
 * Answers the exit status.
 */
export async function runCommandLine(
  words: readonly string[],
  { say, complain }: CommandOutput,
): Promise<0 | 1> {
  try {
    const done = await run(words, say);
    if (done === null) complain(await readFile(usageFile, 'utf8'));
    return done ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    complain(`${error.message}\n`);
    return 1;
  }
}

async function run([topic, ...words]: readonly string[], say: CommandOutput['say']): Promise<boolean | null> {
  const [command = '', ...rest] = words;
  if (topic === 'backup') return runBackup(words, say);
  if (topic === 'restore') return runRestore(words, say);
  if (topic === 'migrate') return runMigrate(words, say);
  if (topic === 'plugins') return runPlugins(command, rest, say);
  if (topic === 'validate') return validateProfiles(words, say);
  if (topic === 'diff') return diffProfiles(words, say);
  if (topic === 'new') return newPlugin(words, say);
  if (topic === 'plugin')
    return (await runOutsidePlugin(command, rest, say)) ?? runPluginSource(command, rest, say);
  if (topic === 'two-factor') return runTwoFactor(command, rest, say);
  return topic === 'audit' ? runAudit(command, rest, say) : null;
}
