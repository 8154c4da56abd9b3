import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import semver from 'semver';
import type { Engine } from './engine.ts';
import { findProgram, type Shell } from './shell.ts';
import { NotHere } from './steps.ts';

/** Docker Compose, as a program with its leading arguments. */
export interface Compose {
  readonly version: string;
  readonly command: readonly [string, ...string[]];
}

/** The first version in which an override may replace a list of ports. */
const oldest = '2.24.4';
/** The first Debian release with a recent enough Compose; as a Go program, it also runs on older ones. */
const releaseOfDebian = 'trixie';

/**
 * This machine's Compose if it is recent enough, or that of a newer Debian, unpacked into `folder`; throws
 * {@link NotHere} if there is none.
 */
export async function findCompose(shell: Shell, engine: Engine, folder: string): Promise<Compose> {
  const found = [];
  for (const command of [['docker', 'compose'], ['docker-compose']] as const) {
    const version = await versionOf(shell, engine, command);
    if (version !== null && semver.gte(version, oldest)) return { version, command };
    if (version !== null) found.push(`${command.join(' ')} ${version}`);
  }
  const unpacked = await fromNewerDebian(shell, folder).catch((error: Error) => error);
  if (typeof unpacked === 'string') {
    const version = await versionOf(shell, engine, [unpacked]);
    if (version !== null && semver.gte(version, oldest)) return { version, command: [unpacked] };
  }
  const reason = unpacked instanceof Error ? unpacked.message : 'that of a newer Debian does not run';
  throw new NotHere(
    `the trial needs Docker Compose ${oldest} or newer, and there is ${found.join(', ') || 'none'}; ${reason}`,
  );
}

async function versionOf(shell: Shell, { environment }: Engine, command: readonly [string, ...string[]]) {
  const [program, ...words] = command;
  return shell.run(program, [...words, 'version', '--short'], { environment }).then(
    ({ stdout }) => semver.coerce(stdout.trim())?.version ?? null,
    () => null,
  );
}

/** Unpacks the package of a newer release from the mirror that this machine uses; installs nothing. */
async function fromNewerDebian(shell: Shell, folder: string): Promise<string> {
  const program = join(folder, 'usr/libexec/docker/cli-plugins/docker-compose');
  if (findProgram('apt-get') === null || findProgram('dpkg-deb') === null) {
    throw new Error('a newer one can be unpacked only on Debian');
  }
  const { stdout } = await shell.run('apt-get', ['indextargets', '--format', '$(SITE)']);
  const mirror = stdout.split('\n').find((line) => /\/debian\/?$/.test(line.trim()));
  if (!mirror) throw new Error('apt-get knows no mirror of Debian');
  await mkdir(join(folder, 'lists/partial'), { recursive: true });
  await mkdir(join(folder, 'archives/partial'), { recursive: true });
  const sources = join(folder, 'sources.list');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  await writeFile(sources, `deb [signed-by=${keys}] ${mirror} ${releaseOfDebian} main\n`);
  const options = [
    '-o',
    `Dir::Etc::SourceList=${sources}`,
    '-o',
    'Dir::Etc::SourceParts=/dev/null',
    '-o',
    `Dir::State::Lists=${join(folder, 'lists')}`,
    '-o',
    `Dir::Cache=${folder}`,
    '-o',
    'APT::Sandbox::User=root',
  ];
  await shell.run('apt-get', [...options, 'update']);
  await shell.run('apt-get', [...options, 'download', 'docker-compose'], { cwd: folder });
  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error('apt-get downloaded no package');
  await shell.run('dpkg-deb', ['--extract', join(folder, archive), folder]);
  return program;
}
