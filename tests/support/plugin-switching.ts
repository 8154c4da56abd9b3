import { afterEach } from 'vitest';
import {
  type ApiClient,
  testServer,
  type TestServer,
  type TestServerOptions,
} from '#kernel/plugin-api/testing.ts';
import type { PluginDetail } from '#plugins/plugins/contract.ts';

/** The role that may enable and disable plugins. */
export const root = { role: 'super_admin' } as const;

/** For one test file: starts servers with the plugin `plugins` and others; each is closed after its test. */
export function startServerPerTest(): (options?: TestServerOptions) => Promise<TestServer> {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0).toReversed()) await server.close();
  });
  return async (options = {}) => {
    const server = await testServer({ ...options, plugins: ['plugins', ...(options.plugins ?? [])] });
    servers.push(server);
    return server;
  };
}

/** Enables or disables a plugin, with others that must follow. */
export const switchTo = (api: ApiClient, id: string, enabled: boolean, others: readonly string[] = []) =>
  api.put<PluginDetail>(`plugins/${id}`, { enabled, with: others });

/** The first reason why a plugin is enabled or disabled. */
export const stateOf = async (api: ApiClient, id: string) =>
  (await api.get<PluginDetail>(`plugins/${id}`)).body.reasons[0]?.state;
