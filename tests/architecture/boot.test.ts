import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { requiredIds } from '#kernel/contract/index.ts';
import { testServer, type TestServer, type TestServerOptions } from '#kernel/testing/server.ts';
import { manifests, pluginFolders } from './manifests.ts';

let whole: TestServer;
let server: TestServer | null = null;

beforeAll(async () => {
  whole = await testServer();
});
afterAll(() => whole.close());
afterEach(async () => {
  await server?.close();
  server = null;
});

test('boots the kernel without plugins', async () => {
  const { registry, api } = await boot({ plugins: [] });
  expect(registry.enabled).toEqual([]);
  expect((await api().get('/health/ready')).status).toBe(200);
  expect((await api().get('plugins')).status).toBe(200);
  expect((await api().get('applications')).status).toBe(404);
});

test('boots all plugins together', async () => {
  expect(whole.registry.enabled.map(({ id }) => id).toSorted()).toEqual(pluginFolders);
  expect((await whole.api().get('/health/ready')).status).toBe(200);
});

describe.each(pluginFolders)('%s', (id) => {
  test('boots alone, with its requirements', async () => {
    const { registry } = await boot({ plugins: [id] });
    expect(registry.explain(id)).toEqual({ state: 'enabled' });
    expect(registry.enabled.map((plugin) => plugin.id).toSorted()).toEqual([...closureOf(id)].toSorted());
  });

  test('disabled: its routes and its API are gone, and the others keep running', async () => {
    const calls = whole.services.plugins.find(id)?.module.routes ?? [];
    for (const { method, path } of calls) {
      expect(await statusOf(whole, method, path), `${method} ${path}, enabled`).not.toBe(404);
    }

    const rest = await boot({ deployment: { plugins: { [id]: { enabled: false } } } });
    const falling = pluginFolders.filter((other) => closureOf(other).has(id));
    expect(rest.registry.enabled.map((plugin) => plugin.id).toSorted()).toEqual(
      pluginFolders.filter((other) => !falling.includes(other)),
    );
    expect(rest.registry.explain(id)).toEqual({ state: 'disabled', id });
    expect(rest.registry.routes.filter(({ plugin }) => falling.includes(plugin))).toEqual([]);
    expect(rest.registry.permissions.filter(({ plugin }) => falling.includes(plugin))).toEqual([]);
    for (const { method, path } of calls) {
      expect(await statusOf(rest, method, path), `${method} ${path}, disabled`).toBe(404);
    }
  });
});

async function boot(options: TestServerOptions): Promise<TestServer> {
  server = await testServer(options);
  return server;
}

/** The status of a call without a session: 401 for an existing route, 404 for a missing one. */
async function statusOf({ url }: TestServer, method: string, path: string): Promise<number> {
  const address = path.replaceAll(/:\w+/g, '1');
  const response = await fetch(`${url}/api/uz/${address}`, { method, redirect: 'manual' });
  return response.status;
}

/** A plugin and its transitive requirements. */
function closureOf(id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const required of requiredIds(manifests.find((manifest) => manifest.id === id) ?? {}))
    closureOf(required, found);
  return found;
}
