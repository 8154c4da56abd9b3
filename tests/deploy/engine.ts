import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeNetwork } from './network.ts';
import { findProgram, type Shell } from './shell.ts';
import { NotHere } from './steps.ts';

/** A Docker that runs containers. */
export interface Engine {
  readonly version: string;
  /** Whether it was started for this run, and contains nothing else. */
  readonly isOwn: boolean;
  /** The environment variables with which programs find it. */
  readonly environment: Readonly<Record<string, string>>;
  docker(...words: string[]): Promise<string>;
  /** Stops it if it is ours. */
  stop(): Promise<void>;
}

const longestStartMs = 60_000;

/**
 * The Docker that runs on this machine, or our own in `folder`, from Debian's `docker.io`; throws
 * {@link NotHere} if there is neither.
 */
export async function findEngine(shell: Shell, folder: string): Promise<Engine> {
  if (!findProgram('docker')) throw new NotHere(`there is no docker: ${howToInstall}`);
  const running = await versionOf(shell, {});
  if (running !== null) return engineOf(shell, { version: running, isOwn: false, environment: {} });
  if (!findProgram('dockerd')) {
    throw new NotHere(`no Docker answers, and there is no dockerd to start: ${howToInstall}`);
  }
  if (process.getuid?.() !== 0) throw new NotHere('no Docker answers, and only root can start one');
  return startOwn(shell, folder);
}

const howToInstall = 'on Debian, apt-get install docker.io mmdebstrap';

/** Checks that the engine can run a container, without an external image. */
export async function checkEngine(engine: Engine, archive: string, name: string): Promise<void> {
  try {
    await engine.docker('import', archive, name);
    await engine.docker('run', '--rm', '--init', '--read-only', '--cap-drop', 'ALL', name, '/bin/true');
  } catch (error) {
    throw new NotHere(`this machine runs no containers:\n${(error as Error).message}`);
  }
}

function engineOf(
  shell: Shell,
  given: Pick<Engine, 'version' | 'isOwn' | 'environment'>,
  stop: () => Promise<void> = async () => {},
): Engine {
  return {
    ...given,
    stop,
    docker: async (...words) => (await shell.run('docker', words, given)).stdout.trim(),
  };
}

async function versionOf(
  shell: Shell,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  const words = ['version', '--format', '{{.Server.Version}}'];
  return shell.run('docker', words, { environment, limitMs: 20_000 }).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

async function startOwn(shell: Shell, folder: string): Promise<Engine> {
  const socket = `unix://${join(folder, 'docker.sock')}`;
  const environment = { DOCKER_HOST: socket };
  await mkdir(folder, { recursive: true });
  const network = await describeNetwork(shell);
  const log = join(folder, 'dockerd.log');
  const words = [
    '--host',
    socket,
    '--data-root',
    join(folder, 'data'),
    '--exec-root',
    join(folder, 'exec'),
    '--pidfile',
    join(folder, 'dockerd.pid'),
    // On some machines even root may not lower a process's OOM score.
    '--oom-score-adjust',
    '0',
  ];
  const file = openSync(log, 'w');
  const daemon = spawn('dockerd', words, { stdio: ['ignore', file, file], detached: true });
  const stop = async () => {
    await end(daemon);
    await network.restore();
    await rm(join(folder, 'exec'), { recursive: true, force: true });
  };
  for (const until = Date.now() + longestStartMs; Date.now() < until; await sleep(500)) {
    if (daemon.exitCode !== null) break;
    const version = await versionOf(shell, environment);
    if (version !== null) return engineOf(shell, { version, isOwn: true, environment }, stop);
  }
  await stop();
  const last = (await readFile(log, 'utf8')).trim().split('\n').slice(-3).join('\n');
  throw new NotHere(`dockerd does not start:\n${last}`);
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return;
  const gone = new Promise<void>((done) => daemon.once('exit', () => done()));
  daemon.kill('SIGTERM');
  await gone;
}
