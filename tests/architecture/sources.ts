import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../..');

/** A file of the repository with its path from the root. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Files of the repository whose path matches; tracked by git, or untracked and not ignored. */
export function sources(pattern: RegExp): Source[] {
  return paths()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }));
}

/** Paths of the repository that git does not ignore. */
export function paths(): readonly string[] {
  known ??= list();
  return known;
}

let known: readonly string[] | undefined;

function list(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\n'))].filter((path) => path !== '' && existsSync(resolve(root, path)));
}
