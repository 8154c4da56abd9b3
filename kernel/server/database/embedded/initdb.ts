import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../../config/startup-error.ts';
import { lastTellingLine } from './postgres-log.ts';
import type { DatabaseUser } from './privileges.ts';

/** Makes a data directory, whole or not at all. */
export async function initialise(
  directory: string,
  given: { initdb: string; user: string; password: string; as: DatabaseUser; durable: boolean },
): Promise<void> {
  const { initdb, user, password, as, durable } = given;
  // Made beside and renamed: a kill half-way leaves nothing that looks like a database.
  const fresh = `${directory}.new-${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await as.own(fresh);
  const passwordFolder = await mkdtemp(join(tmpdir(), 'komak-'));
  const passwordFile = join(passwordFolder, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await as.own(passwordFolder);
  await as.own(passwordFile);
  try {
    // Builtin collation: the same on every system, so an upgrade of it cannot break an index.
    const [file, args, spawnOptions] = as.command(initdb, [
      `--pgdata=${fresh}`,
      `--username=${user}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(!durable ? ['--no-sync'] : []),
    ]);
    await finished(spawn(file, args, { ...spawnOptions, stdio: ['ignore', 'ignore', 'pipe'] }));
    await rm(directory, { recursive: true, force: true });
    await rename(fresh, directory);
  } finally {
    await rm(passwordFolder, { recursive: true, force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

async function finished(child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) {
    throw new StartupError(`PostgreSQL could not make its directory: ${lastTellingLine(output)}.`);
  }
}
