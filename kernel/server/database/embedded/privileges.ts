import { execFileSync, spawnSync, type SpawnOptions } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { StartupError } from '../../config/startup-error.ts';

/** The user that runs PostgreSQL: PostgreSQL does not run as root, so root uses another user. */
export interface DatabaseUser {
  /** Wraps a command so that it runs as this user. */
  command(file: string, args: readonly string[]): [file: string, args: string[], options: SpawnOptions];
  /** Gives a file or folder to this user. */
  own(path: string): Promise<void>;
}

const ourselves: DatabaseUser = {
  command: (file, args) => [file, [...args], {}],
  own: async () => {},
};

/** Chooses the user for PostgreSQL; `paths` are files and folders that it must be able to reach. */
export function databaseUser(paths: readonly string[]): DatabaseUser {
  if (process.getuid?.() !== 0) return ourselves;
  const ids = idsOf('postgres') ?? idsOf('nobody');
  if (!ids) {
    throw new StartupError(
      'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody"; start the server as another user.',
    );
  }
  const own = (path: string) => chown(path, ids.uid, ids.gid);
  if (reaches([], paths, ids)) {
    return { own, command: (file, args) => [file, [...args], ids] };
  }
  // For a project in a folder that only root may enter, such as /root: preserves only the right to traverse folders.
  const wrapper = [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ];
  if (reaches(wrapper, paths, {})) {
    return {
      own,
      command: (file, args) => [wrapper[0] as string, [...wrapper.slice(1), file, ...args], {}],
    };
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and no other user may read ${paths.join(' or ')}; move the project out of root's folder, or start it as another user.`,
  );
}

function reaches(wrapper: readonly string[], paths: readonly string[], options: SpawnOptions): boolean {
  const script = 'for path in "$@"; do test -x "$path" || exit 1; done';
  const [file = '', ...args] = [...wrapper, '/bin/sh', '-c', script, 'sh', ...paths];
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0;
}

function idsOf(name: string): { uid: number; gid: number } | null {
  try {
    const read = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return null;
  }
}
