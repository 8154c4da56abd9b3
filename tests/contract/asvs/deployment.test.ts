import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnvironment } from '#kernel/server/config/environment.ts';

interface Service {
  readonly image?: string;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

const root = resolve(import.meta.dirname, '../../..');
const text = (path: string) => readFile(join(root, path), 'utf8');
const compose = parse(await text('compose.yaml'), { merge: true }) as Compose;
const nodes = ['node-1', 'node-2'].map((name) => compose.services[name] as Service);

test('only the proxy is public, over TLS with a public certificate', () => {
  const open = Object.entries(compose.services).filter(([, { ports = [] }]) => ports.length > 0);
  expect(open.map(([name]) => name)).toEqual(['proxy']);
  const { content = '' } = compose.configs['caddyfile'] ?? {};
  // For a bare host, Caddy obtains a certificate, redirects HTTP, and uses TLS 1.2 and 1.3 with forward
  // secrecy.
  expect(content).toMatch(/^\{\$\$KOMAK_HOST\} \{/);
  expect(content).not.toMatch(/http:\/\/|\btls\b|auto_https|protocols|ciphers|insecure/);
  for (const { environment } of nodes) expect(environment?.['KOMAK_URL']).toMatch(/^https:/);
});

test('the database and the store are in an internal network, under separate accounts', () => {
  expect(compose.networks['inside']?.internal).toBe(true);
  for (const name of ['postgres', 'store']) expect(compose.services[name]?.networks).toEqual(['inside']);
  expect(compose.configs['role']?.content).toMatch(/create role komak login(?!.*superuser)/);
  for (const { environment = {} } of nodes)
    expect(environment['DATABASE_URL']).toMatch(/postgres:\/\/komak:/);
});

test('no account has a default password', async () => {
  const file = await text('compose.yaml');
  for (const secret of ['POSTGRES_PASSWORD', 'POSTGRES_ADMIN_PASSWORD', 'S3_SECRET_ACCESS_KEY']) {
    expect(file).toContain(`\${${secret}:?}`);
    expect(file).not.toMatch(new RegExp(`\\$\\{${secret}:-`));
  }
});

test('a node runs without privileges, on a read-only file system', async () => {
  for (const { read_only, cap_drop, security_opt } of nodes) {
    expect([read_only, cap_drop, security_opt]).toEqual([true, ['ALL'], ['no-new-privileges:true']]);
  }
  const dockerfile = await text('Dockerfile');
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^ENV NODE_ENV=production/m);
});

test('the image has no history, tests, tools or secrets', async () => {
  const ignored = (await text('.dockerignore')).split('\n');
  for (const one of ['.git', 'tests', '.env', 'var', '**/*.test.ts']) expect(ignored).toContain(one);
  const [, last = ''] = (await text('Dockerfile')).split(/^FROM (?=[^\n]*$)(?![\s\S]*^FROM )/m);
  expect(last).not.toMatch(/kernel\/(testing|devtools)|COPY \. /);
});

test('production rejects demonstration data, and requires its public address', () => {
  const production = { NODE_ENV: 'production', KOMAK_URL: 'https://komak.example.uz' };
  expect(() => readEnvironment({ ...production, KOMAK_DEMO: '1' })).toThrow(/known passwords/);
  expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow(/KOMAK_URL/);
  expect(readEnvironment(production).demo).toBe(false);
  expect(() => readEnvironment({ ...production, KOMAK_KEY: 'short' })).toThrow(/KOMAK_KEY/);
});
