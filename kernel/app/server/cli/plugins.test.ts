import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withLocalhost, runKomak, runKomakInProcess, type CommandResult } from '#kernel/testing/command.ts';
import { testServer, type TestServer } from '#kernel/testing/server.ts';

const root = resolve(import.meta.dirname, '../../../..');
let folder: string;
let server: TestServer;
let enabled: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'komak-command-'));
  server = await testServer({ plugins: ['plugins', 'households', 'applications', 'admins'] });
  enabled = server.registry.enabled.length;
  const plugins = Object.fromEntries(server.registry.enabled.map(({ id }) => [id, {}]));
  await writeFile(join(folder, 'deployment.json'), JSON.stringify({ plugins }));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const variables = () => ({
  DATABASE_URL: withLocalhost(server.databaseUrl),
  KOMAK_DEPLOYMENT: join(folder, 'deployment.json'),
  KOMAK_DATA: join(folder, 'nothing'),
});

function runCommand(
  args: readonly string[],
  others: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return runKomakInProcess(['plugins', ...args], { ...variables(), ...others });
}

async function validate(deployment: unknown): Promise<CommandResult> {
  const file = join(folder, 'other.json');
  await writeFile(file, typeof deployment === 'string' ? deployment : JSON.stringify(deployment));
  return runCommand(['validate', file], { DATABASE_URL: '' });
}

test('a running server applies decisions of the command line and audits them', async () => {
  const answers = async () => (await server.api().get('applications')).status;
  expect(await answers()).toBe(401);
  const { code, out } = await runKomak(['plugins', 'disable', 'applications'], variables());
  expect([code, out]).toEqual([0, expect.stringContaining('applications is disabled')]);
  await vi.waitFor(async () => expect(await answers()).toBe(404));
  expect((await runCommand(['list'])).out).toMatch(/^applications +1\.\d\.\d +applications is disabled/m);
  expect((await runCommand(['explain', 'applications'])).out).toContain('disabled by the command line');

  expect((await runCommand(['enable', 'applications'])).code).toBe(0);
  await vi.waitFor(async () => expect(await answers()).toBe(401));
  const { rows } = await sql<{ action: string; admin_id: null; details: object }>`
    select action, admin_id, details from audit_log where action like 'plugins.%' order by id`.execute(
    server.database,
  );
  expect(rows).toEqual([
    {
      action: 'plugins.plugin.disable',
      admin_id: null,
      details: { plugin: 'applications', also: [], from: 'command line' },
    },
    {
      action: 'plugins.plugin.enable',
      admin_id: null,
      details: { plugin: 'applications', also: [], from: 'command line' },
    },
  ]);
});

test('disables dependents only with --yes, and rejects a change that cannot be undone', async () => {
  const result = await runCommand(['disable', 'streets']);
  expect([result.code, result.out]).toEqual([1, expect.stringMatching(/households.*requires it/)]);
  const vital = await runCommand(['disable', 'neighborhoods', '--yes']);
  expect([vital.code, vital.out]).toEqual([
    1,
    expect.stringContaining('without admins nobody could sign in'),
  ]);
  expect((await runCommand(['disable', 'plugins'])).code).toBe(1);
  expect(server.registry.enabled).toHaveLength(enabled);
  expect((await runCommand(['disable', 'streets', '--yes'])).code).toBe(0);
  await vi.waitFor(() => expect(server.registry.isEnabled('households')).toBe(false));
  expect((await runCommand(['enable', 'streets'])).code).toBe(0);
  await vi.waitFor(() => expect(server.registry.enabled).toHaveLength(enabled));
});

test('suggests the closest name for a misspelt one', async () => {
  const { code, out } = await runCommand(['disable', 'street']);
  expect([code, out]).toEqual([1, expect.stringContaining('did you mean "streets"?')]);
  expect((await runCommand(['dance'])).out).toContain('Usage:');
});

test('lists the plugins of deployment.json without a database, and creates none', async () => {
  const { code, out } = await runCommand(['list'], { DATABASE_URL: '' });
  expect(code).toBe(0);
  expect(out).toContain('There is no database yet');
  expect(out).toMatch(/^streets +1\.\d\.\d +enabled$/m);
  expect((await runCommand(['disable', 'streets'], { DATABASE_URL: '' })).out).toContain(
    'There is no database yet; start',
  );
});

describe('validate needs no database, and reports problems in sentences', () => {
  test.each<[string, unknown, RegExp]>([
    ['what is no JSON', '{', /is not JSON/],
    ['an unknown key', { plugins: {}, plugin: {} }, /the key "plugin" is unknown; did you mean "plugins"/],
    [
      'an unknown plugin',
      { plugins: { street: {} } },
      /"street", which is not installed; did you mean "streets"/,
    ],
    [
      'a wrong setting',
      { plugins: { neighborhoods: {}, applications: { config: { deadlineDays: 0 } } } },
      /"plugins\.applications\.config\.deadlineDays" is invalid/,
    ],
    [
      'a wrong setting of a plugin that is off',
      { plugins: { applications: { enabled: false, config: { deadlines: 1 } } } },
      /"plugins\.applications\.config" is invalid/,
    ],
    [
      'what is required and not there',
      { plugins: { streets: {} } },
      /streets requires neighborhoods: neighborhoods is disabled/,
    ],
    [
      'settings for a plugin that has none',
      { plugins: { directions: { config: { a: 1 } } } },
      /directions has no settings/,
    ],
  ])('%s', async (_what, deployment, sentence) => {
    const { code, out } = await validate(deployment);
    expect(out).toMatch(sentence);
    expect(code).toBe(1);
  });

  test('accepts the deployment of this repository', async () => {
    const { code, out } = await runCommand(['validate'], {
      DATABASE_URL: '',
      KOMAK_DEPLOYMENT: join(root, 'deployment.json'),
    });
    expect([code, out]).toEqual([0, expect.stringContaining('is valid')]);
  });
});
