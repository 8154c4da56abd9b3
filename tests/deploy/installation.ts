import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { Compose } from './compose.ts';
import type { Engine } from './engine.ts';
import type { Printed, Shell } from './shell.ts';

const root = resolve(import.meta.dirname, '../..');

/** The nodes of compose.yaml. */
export const nodes = ['node-1', 'node-2'] as const;
export type NodeName = (typeof nodes)[number];

/** A complete installation from compose.yaml, with its own name and ports. */
export interface Installation {
  readonly url: string;
  /** The ports of this machine that its proxy uses. */
  readonly ports: readonly number[];
  /** Runs Compose with its files and its `.env`. */
  compose(...words: string[]): Promise<Printed>;
  /** Like `compose`, with the images of another version. */
  composeAs(version: string, ...words: string[]): Promise<Printed>;
  /** The version whose images `compose` runs. */
  version: string;
  /** The rows of a statement, as text. */
  query(statement: string): Promise<string[]>;
  /** Waits until services are healthy. */
  untilHealthy(...services: string[]): Promise<void>;
  /** Makes this process trust the proxy's own certificate authority, as an office browser would. */
  trustProxy(): Promise<void>;
  /** Removes its containers, volumes and networks. */
  remove(): Promise<void>;
}

const serviceSchema = z.object({ image: z.string(), ports: z.array(z.string()).optional() });
const composeSchema = z.object({ services: z.record(z.string(), serviceSchema) });

/** The external images named in compose.yaml and the Dockerfile. */
export async function composeImages(): Promise<string[]> {
  const text = await readFile(join(root, 'compose.yaml'), 'utf8');
  const { services } = composeSchema.parse(parse(text, { merge: true }));
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8');
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name);
  const images = Object.values(services).map(({ image }) => image);
  return [...new Set([...bases, ...images.filter((image) => !image.startsWith('komak:'))])];
}

/** Writes `.env` and the override; starts nothing. */
export async function prepareInstallation(given: {
  shell: Shell;
  engine: Engine;
  compose: Compose;
  folder: string;
  name: string;
  version: string;
}): Promise<Installation> {
  const { shell, engine, folder, name } = given;
  await mkdir(folder, { recursive: true });
  const { host, ports, override } = await choosePorts();
  const secret = () => randomBytes(24).toString('hex');
  const variables = {
    KOMAK_HOST: host,
    POSTGRES_PASSWORD: secret(),
    POSTGRES_ADMIN_PASSWORD: secret(),
    S3_SECRET_ACCESS_KEY: secret(),
    KOMAK_METRICS_TOKEN: secret(),
    KOMAK_KEY: secret(),
    KOMAK_BACKUP_KEY: secret(),
  };
  const lines = Object.entries(variables).map(([key, value]) => `${key}=${value}\n`);
  await writeFile(join(folder, '.env'), lines.join(''), { mode: 0o600 });
  await writeFile(join(folder, 'override.yaml'), override);
  const [program, ...first] = given.compose.command;
  const files = wordsOf({
    'project-name': [name],
    'project-directory': [root],
    'env-file': [join(folder, '.env')],
    file: [join(root, 'compose.yaml'), join(folder, 'override.yaml')],
  });

  const composeAs = (version: string, ...words: string[]) =>
    shell.run(program, [...first, ...files, ...words], {
      environment: { ...engine.environment, KOMAK_VERSION: version },
    });
  const installation: Installation = {
    url: `https://${host}`,
    ports,
    version: given.version,
    composeAs,
    compose: (...words) => composeAs(installation.version, ...words),
    async query(statement) {
      const words = ['exec', '-T', 'postgres', 'psql', '-U', 'komak', '-d', 'komak', '-Atc', statement];
      const { stdout } = await installation.compose(...words);
      return stdout.split('\n').filter(Boolean);
    },
    untilHealthy: (...services) => untilHealthy(installation, services),
    async trustProxy() {
      const certificate = join(folder, 'root.crt');
      await installation.compose('cp', 'proxy:/data/caddy/pki/authorities/local/root.crt', certificate);
      setDefaultCACertificates([...getCACertificates('default'), await readFile(certificate, 'utf8')]);
    },
    async remove() {
      await installation.compose('down', '--volumes', '--remove-orphans', '--timeout', '10');
    },
  };
  return installation;
}

/** Options as command line arguments. */
function wordsOf(options: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(options).flatMap(([name, values]) => values.flatMap((value) => [`--${name}`, value]));
}

const stateSchema = z.object({ Service: z.string(), Health: z.string(), State: z.string() });
const longestStartMs = 180_000;

async function untilHealthy(installation: Installation, services: readonly string[]): Promise<void> {
  let seen = '';
  for (const until = Date.now() + longestStartMs; Date.now() < until; await sleep(500)) {
    const { stdout } = await installation.compose('ps', '--all', '--format', 'json', ...services);
    const states = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => stateSchema.parse(JSON.parse(line)));
    seen = states.map(({ Service, State, Health }) => `${Service} ${State} ${Health}`).join(', ');
    if (states.length === services.length && states.every(({ Health }) => Health === 'healthy')) return;
  }
  const { stdout } = await installation.compose('logs', '--tail', '15', ...services);
  throw new Error(`not healthy in ${longestStartMs / 1000} s: ${seen}\n${stdout}`);
}

/** The ports of compose.yaml if they are free; otherwise a free port, which is then part of the host name. */
async function choosePorts(): Promise<{ host: string; ports: number[]; override: string }> {
  if ((await isFree(80)) && (await isFree(443))) {
    return { host: 'localhost', ports: [80, 443], override: 'services: {}\n' };
  }
  let port = 20_000 + Math.floor(Math.random() * 10_000);
  while (!(await isFree(port))) port++;
  const ports = stringify([`127.0.0.1:${port}:${port}`])
    .trim()
    .replace(/^- /, '');
  const override = `services:\n  proxy:\n    ports: !override\n      - ${ports}\n`;
  return { host: `localhost:${port}`, ports: [port], override };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '0.0.0.0', () => probe.close(() => done(true)));
  });
}
