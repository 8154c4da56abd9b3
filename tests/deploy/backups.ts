import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { nodes, type Installation } from './installation.ts';
import { signIn, type Office } from './office.ts';
import { requireFile, type SentFile } from './story.ts';

const komak = ['node', 'kernel/app/server/komak.ts'];

/**
 * Makes a backup like the nightly one, and runs a drill that restores it into a scratch database; returns the
 * last line of the drill.
 */
export async function backUpAndDrill(installation: Installation): Promise<string> {
  await installation.compose('exec', '-T', 'node-1', ...komak, 'backup', 'now');
  const { stdout } = await installation.compose('exec', '-T', 'node-2', ...komak, 'backup', 'drill');
  const list = await installation.compose('exec', '-T', 'node-2', ...komak, 'backup', 'list');
  if (!/drill/i.test(list.stdout)) throw new Error(`the list of backups has no drill:\n${list.stdout}`);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/**
 * Writes a backup into a file on this machine, as kernel/running/backups.md describes; returns its path, and
 * the line that says that it is complete.
 */
export async function backUpIntoFile(installation: Installation, folder: string): Promise<[string, string]> {
  const inside = '/data/komak.backup';
  const { stdout } = await installation.compose('exec', '-T', 'node-1', ...komak, 'backup', inside);
  if (!/is complete/.test(stdout)) throw new Error(stdout);
  const file = join(folder, 'komak.backup');
  await installation.compose('cp', `node-1:${inside}`, file);
  await chmod(file, 0o644);
  return [
    file,
    stdout
      .trim()
      .split('\n')
      .find((line) => line.includes('is complete')) ?? '',
  ];
}

/** Destroys the machine with every volume, and restores the file into a new installation. */
export async function restoreIntoNew(
  installation: Installation,
  { office, sent, folder }: { office: Office; sent: SentFile; folder: string },
): Promise<string> {
  const count = async () => (await installation.query('select count(*) from applications'))[0] ?? '';
  const before = await count();
  await installation.remove();
  const words = ['run', '--rm', '-T', '--volume', `${folder}:/backup:ro`, 'node-1'];
  const { stdout } = await installation.compose(...words, ...komak, 'restore', '/backup/komak.backup');
  await installation.compose('up', '--detach', 'node-1');
  await installation.untilHealthy('node-1');
  await installation.compose('up', '--detach');
  await installation.untilHealthy(...nodes);
  await installation.trustProxy();
  const after = await count();
  if (after !== before) throw new Error(`${after} applications instead of ${before}\n${stdout}`);
  const operator = await signIn(installation.url, office.login, office.password);
  await requireFile(installation.url, operator, sent);
  await installation.compose('exec', '-T', 'node-1', ...komak, 'audit', 'verify');
  return `${after} applications, the file and the sealed audit log are there again`;
}
