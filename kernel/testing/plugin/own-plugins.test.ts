import { afterAll, beforeAll, expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pluginOf, type Manifest } from '#kernel/contract/index.ts';
import { isPluginClient } from '#kernel/client/plugins/define-client.ts';
import { isServerPlugin } from '#kernel/server/api/index.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { testServer, type TestServer } from '../server.ts';
import { testPlugin, type PluginUnderTest } from './test-plugin.ts';

const root = resolve(import.meta.dirname, '../../..');
const folders = readdirSync(join(root, 'plugins'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const manifests = import.meta.glob<Record<string, Manifest>>('/plugins/*/manifest.ts');
const servers = import.meta.glob<Record<string, unknown>>('/plugins/*/server/index.ts');
const clients = import.meta.glob<Record<string, unknown>>('/plugins/*/client/index.ts');

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function pluginIn(folder: string): Promise<PluginUnderTest> {
  const module = await servers[`/plugins/${folder}/server/index.ts`]?.();
  const client = await clients[`/plugins/${folder}/client/index.ts`]?.();
  const manifest = pluginOf((await manifests[`/plugins/${folder}/manifest.ts`]?.()) ?? {}, folder);
  const serverPlugin = Object.values(module ?? {}).find(isServerPlugin);
  const pluginClient = Object.values(client ?? {}).find(isPluginClient);
  return {
    manifest,
    locales: Object.fromEntries(
      languages.map((language) => [
        language,
        JSON.parse(readFileSync(join(root, 'locales', language, `${folder}.json`), 'utf8')) as object,
      ]),
    ),
    ...(serverPlugin ? { server: serverPlugin } : {}),
    ...(pluginClient ? { client: pluginClient } : {}),
  };
}

/** The calls for signing in, and those open to visitors of a site. */
const open = [
  'POST admins/login',
  'POST admins/login/code',
  'POST admins/login/passkey/options',
  'POST admins/login/passkey',
  'POST oneid/session',
  'GET oneid',
  'GET oneid/callback',
  'POST chatbot',
  'GET chatbot/suggestions',
  'GET intake/form',
  'POST intake/tickets',
  'POST intake/codes',
  'POST intake/codes/check',
  'POST intake/files',
  'POST intake/applications',
  'POST intake/identities',
  'POST intake/identities/result',
  'POST intake/identities/removal',
  'GET intake/identities/window',
  'GET intake/identities/start',
  'GET intake/identities/done',
  'POST intake/letter-checks',
  'POST intake/status',
  'GET intake/letters',
  'GET intake/events',
  'GET letters/check/:code',
];

test.each(folders)('%s fulfils the contract of a plugin', async (folder) => {
  expect(await testPlugin(await pluginIn(folder), { on: server, open })).toEqual([]);
});
