import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Shell } from './shell.ts';

const root = resolve(import.meta.dirname, '../..');

/** Migration files, as git pathspecs. */
const migrations = ['kernel', 'plugins'].map((folder) => `:(glob)${folder}/**/migrations/*.sql`);

/** The source tree of an earlier commit, from which an installation is upgraded. */
export interface Previous {
  readonly folder: string;
  readonly commit: string;
}

/**
 * Unpacks the given commit, which must exist, or the one before the newest migration, so that the upgrade has
 * to migrate; null outside a repository.
 */
export async function findPrevious(
  shell: Shell,
  folder: string,
  given: string | undefined,
): Promise<Previous | null> {
  const git = (...words: string[]) =>
    shell.run('git', words, { cwd: root }).then(({ stdout }) => stdout.trim());
  const commit = await (
    given === undefined
      ? git('log', '-1', '--diff-filter=A', '--format=%H', '--', ...migrations).then((newest) =>
          git('rev-parse', `${newest}^`),
        )
      : git('rev-parse', '--verify', `${given}^{commit}`)
  ).catch((error: unknown) => {
    if (given !== undefined) throw error;
    return null;
  });
  if (commit === null) return null;
  const tree = join(folder, 'previous');
  await mkdir(tree, { recursive: true });
  const archive = join(folder, 'previous.tar');
  await git('archive', '--format=tar', `--output=${archive}`, commit);
  await shell.run('tar', ['--extract', '--file', archive, '--directory', tree]);
  return { folder: tree, commit: commit.slice(0, 8) };
}
