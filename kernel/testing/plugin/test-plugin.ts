import type { Manifest } from '#kernel/contract/index.ts';
import type { PluginClient } from '#kernel/client/plugins/define-client.ts';
import type { ServerPlugin } from '#kernel/server/api/index.ts';
import type { TestPlugin } from '../sample-plugin.ts';
import { testServer, type TestedServer } from '../server.ts';
import { checkClient } from './check-client.tsx';
import { checkServerLifecycle, checkSwitching } from './check-lifecycle.ts';
import { checkRights } from './check-rights.ts';
import { checkTexts, type TextsByLanguage } from './check-texts.ts';

/** The parts of a plugin: manifest, modules, texts by language, and the folder of its migrations. */
export interface PluginUnderTest {
  readonly manifest: Manifest;
  readonly server?: ServerPlugin;
  readonly client?: PluginClient;
  readonly locales: TextsByLanguage;
  readonly migrations?: URL;
}

/** Options that {@link testPlugin} cannot derive. */
export interface TestPluginOptions {
  /** Calls that change data and are open to everyone, such as `POST chat/messages`. */
  readonly open?: readonly string[];
  /**
   * A running server that includes the plugin; by default one is started for this plugin and those that it requires.
   */
  readonly on?: TestedServer;
}

/**
 * Tests a plugin on a real server and returns a sentence for each problem. Its calls must reject users without the
 * permission; it must start, stop and start again without leaks; a page that throws must not break the shell; every text
 * must exist in every language; it must not access tables of other plugins.
 *
 * @example
 * test('the plugin keeps its promises', async () => {
 *   expect(await testPlugin({ manifest: queue, server: queueServer, client: queueClient, locales: { uz, ru } })).toEqual([]);
 * });
 */
export async function testPlugin(
  plugin: PluginUnderTest,
  options: TestPluginOptions = {},
): Promise<readonly string[]> {
  const { manifest, server: module, client, locales, migrations } = plugin;
  const problems = [...checkTexts(manifest, locales)];
  if (client) problems.push(...(await checkClient(client)));
  if (module) {
    const tested = { ...module, ...(migrations ? { migrations } : {}) };
    problems.push(...(await checkServer(tested, options)));
  }
  return problems.map((problem) => `${manifest.id}: ${problem}`);
}

async function checkServer(
  plugin: TestPlugin,
  { on, open = [] }: TestPluginOptions,
): Promise<readonly string[]> {
  const server = on ?? (await testServer({ plugins: [plugin] }));
  try {
    server.takeRejections();
    const { id } = plugin.manifest;
    const routes = server.services.plugins.find(id)?.module.routes ?? [];
    return [
      ...(await checkRights(server, routes, open)),
      ...(await checkServerLifecycle(server, plugin)),
      ...(await checkSwitching(server, id)),
      ...server.takeRejections(),
    ];
  } finally {
    if (!on) await server.close();
  }
}
