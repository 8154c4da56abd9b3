import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { DeploymentInput } from '#kernel/contract/index.ts';
import type { Database } from '#kernel/server/api/index.ts';
import { findRunningDatabase } from '#kernel/server/database/embedded/embedded.ts';
import { openDatabase } from '#kernel/server/database/pool/pool.ts';
import { runKomak, type CommandResult } from '#kernel/testing/command.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The variable with the folder of {@link makeTemplate}. */
const templateVariable = 'KOMAK_E2E_TEMPLATE';

/** The whole product on its own port, with demo data that are removed when it is closed. */
export interface Server {
  readonly url: string;
  /** The folder of its data. */
  readonly data: string;
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>;
  /** Stops it gracefully, or kills it as a power cut would. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Runs a command on its data, like `npm run komak -- …` on its machine. */
  command(...words: string[]): Promise<CommandResult>;
  /** Runs statements on the running server's database, such as to let time pass. */
  withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** The repository's deployment with changes; maps have no basemap, since tests call no foreign servers. */
export function deploymentWith(change: (deployment: DeploymentInput) => void = () => {}): DeploymentInput {
  const text = readFileSync(join(root, 'deployment.json'), 'utf8');
  const deployment = JSON.parse(text) as DeploymentInput;
  deployment.tiles = [];
  change(deployment);
  return deployment;
}

/** Starts the product in its own process, like `npm start`, and waits until it is ready. */
export async function startProduct(
  deployment: DeploymentInput = deploymentWith(),
  variables: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'komak-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const template = process.env[templateVariable];
  if (template && beginsLikeTemplate(deployment)) await copyFolder(template, data);
  const file = join(data, 'deployment.json');
  await writeFile(file, JSON.stringify(deployment));
  const environment: Record<string, string> = {
    PORT: String(port),
    HOST: '127.0.0.1',
    KOMAK_DATA: data,
    KOMAK_DEPLOYMENT: file,
    ...variables,
  };
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const began = await launch(environment, url);
    child = began;
  }

  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const running = child;
    child = null;
    if (running) await end(running, signal);
  }

  async function close(): Promise<void> {
    await stop();
    await rm(data, { recursive: true, force: true });
  }

  await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const command = (...words: string[]) => runKomak(words, { KOMAK_DATA: data, KOMAK_DEPLOYMENT: file });
  const withDatabase = <Result>(work: (database: Database) => Promise<Result>) => onDatabaseOf(data, work);
  return { url, data, start, stop, command, withDatabase, close };
}

/**
 * Starts the product once and stops it: the tests' servers start with a copy of its data, which takes a tenth
 * of the time of seeding an empty database.
 */
export async function makeTemplate(folder: string): Promise<void> {
  const server = await startProduct();
  await server.stop();
  await copyFolder(server.data, folder);
  await server.close();
  process.env[templateVariable] = folder;
}

/** Whether a deployment would have the same demo data. */
function beginsLikeTemplate(deployment: DeploymentInput): boolean {
  return JSON.stringify(seededBy(deployment)) === JSON.stringify(seededBy(deploymentWith()));
}

function seededBy({ plugins = {}, place, timeZone }: DeploymentInput): unknown {
  const enabled = Object.entries(plugins).filter(([, plugin]) => plugin?.enabled !== false);
  return [enabled.map(([id]) => id).toSorted(), place, timeZone];
}

/** With owners and permissions, which PostgreSQL requires. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

async function onDatabaseOf<Result>(
  data: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const running = await findRunningDatabase(data);
  if (!running) throw new Error('the server has no database');
  const opened = openDatabase(running, { max: 1 });
  try {
    return await work(opened.database);
  } finally {
    await opened.close();
  }
}

async function launch(environment: Readonly<Record<string, string>>, url: string): Promise<ChildProcess> {
  const { DATABASE_URL: _other, NODE_ENV: _mode, ...inherited } = process.env;
  const child = spawn(process.execPath, ['kernel/app/server/main.ts'], {
    cwd: root,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const listen = (chunk: Buffer) => {
    output.push(chunk.toString());
    if (output.length > 400) output.shift();
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  for (const until = Date.now() + 150_000; Date.now() < until;) {
    if (child.exitCode !== null) break;
    if (await isReady(url)) return child;
    await new Promise((done) => setTimeout(done, 100));
  }
  await end(child, 'SIGKILL');
  throw new Error(`The server did not start:\n${output.join('')}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  child.kill(signal);
  await gone;
  clearTimeout(late);
}

/** A port below the ephemeral range, in which an outgoing connection could take it before the server does. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
