import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { anyone, type DeploymentResponse } from '#kernel/contract/index.ts';
import { pluginWith, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import { testServer, type TestServer, type TestServerOptions } from '#kernel/testing/server.ts';
import { StartupError } from '#kernel/server/config/startup-error.ts';
import { route, type ApiRoute } from '#kernel/server/api/index.ts';

async function serve(options: TestServerOptions): Promise<TestServer> {
  const server = await testServer(options);
  onTestFinished(() => server.close());
  return server;
}

const hello = (path: string): ApiRoute =>
  route({
    method: 'GET',
    path,
    summary: 'Hello',
    access: anyone,
    response: z.object({ hello: z.string() }),
    handle: () => ({ hello: path }),
  });

async function reasons(server: TestServer): Promise<Record<string, string | null>> {
  const { body } = await server.api().get<DeploymentResponse>('plugins');
  return Object.fromEntries(body.plugins.map(({ id, reason }) => [id, reason]));
}

test('starts the kernel without any plugin', async () => {
  const server = await serve({ plugins: [] });
  expect((await server.api().get('plugins')).status).toBe(200);
  expect((await server.api().get('/health/live')).status).toBe(200);
  expect((await server.api().get('/health/ready')).body).toEqual({ status: 'ready' });
  expect(await server.readDemoLogins()).toBeNull();
});

test('starts every plugin of the project, and knows the logins of its demonstration', async () => {
  const server = await serve({});
  expect(new Set(Object.values(await reasons(server)))).toEqual(new Set([null]));
  expect(Object.keys((await server.readDemoLogins())?.logins ?? {})).toContain('superadmin');
});

describe('a route without an access declaration', () => {
  test('stops the start, and names its plugin', async () => {
    const { access: _access, ...open } = hello('open');
    const plugin = pluginWith('careless', { routes: [open as ApiRoute] });
    await expect(testServer({ plugins: [plugin] })).rejects.toThrow(
      /careless does not declare who may call GET open/,
    );
  });
});

test('two plugins with the same call stop the start, and both are named', async () => {
  const plugins = [
    pluginWith('left', { routes: [hello('things/:id')] }),
    pluginWith('right', { routes: [hello('things/:name')] }),
  ];
  await expect(testServer({ plugins })).rejects.toThrow(/left and right both declare GET things\/:name/);
});

describe('a plugin that fails to start', () => {
  const broken = pluginWith('broken', {
    routes: [hello('broken')],
    start: () => Promise.reject(new Error('no electricity')),
  });
  const dependent = pluginWith('dependent', { routes: [hello('dependent')] }, { requires: ['broken'] });
  const healthy = pluginWith('healthy', { routes: [hello('healthy')] });

  test('is quarantined with its dependents, and the others run', async () => {
    const server = await serve({ plugins: [broken, dependent, healthy] });
    expect(await reasons(server)).toMatchObject({
      broken: 'quarantined',
      dependent: 'requires',
      healthy: null,
    });
    expect(server.registry.explain('broken')).toMatchObject({ problem: 'no electricity' });
    expect((await server.api().get('broken')).status).toBe(404);
    expect((await server.api().get('dependent')).status).toBe(404);
    expect((await server.api().get('healthy')).body).toEqual({ hello: 'healthy' });
  });

  test('stops the server where the deployment says so', async () => {
    const plugins = { broken: { onFailure: 'abort' as const } };
    const starting = testServer({ plugins: [broken], deployment: { plugins } });
    await expect(starting).rejects.toThrow(StartupError);
    await expect(starting).rejects.toThrow(/broken failed to start.*no electricity/);
  });

  test('is quarantined also when its tables cannot be created', async () => {
    const migrations = new URL('nowhere/', import.meta.url);
    const server = await serve({ plugins: [{ ...pluginWith('tableless', {}), migrations }, healthy] });
    expect(await reasons(server)).toMatchObject({ tableless: 'quarantined', healthy: null });
  });
});

test('a misspelt plugin stops the start; one that is not installed does not', async () => {
  const starting = (named: string) =>
    testServer({ plugins: ['admins'], deployment: { plugins: { [named]: {} } } });
  await expect(starting('direction')).rejects.toThrow(/"direction".*did you mean "directions"\?/);
  const server = await starting('weather');
  onTestFinished(() => server.close());
  expect(await reasons(server)).not.toHaveProperty('weather');
});

test('a disabled plugin has no calls', async () => {
  const off = pluginWith('off', { routes: [hello('off')] });
  const server = await serve({ plugins: [off], deployment: { plugins: { off: { enabled: false } } } });
  expect((await server.api().get('off')).status).toBe(404);
  expect(await reasons(server)).toMatchObject({ off: 'disabled' });
});

test('creates demo data once, in the order of requirements', async () => {
  const order: string[] = [];
  const note = (id: string) => async () => void order.push(id);
  const plugins = [
    pluginWith('second', { seed: note('second') }, { requires: ['first'] }),
    pluginWith('first', { seed: note('first') }),
  ];
  const server = await serve({ plugins, demo: true });
  expect(order).toEqual(['first', 'second']);
  const again = await serve({ plugins, demo: true, databaseUrl: server.databaseUrl });
  expect(again.seedResult.demo).toBe(false);
  expect(order).toHaveLength(2);
});

test('only a demonstration server on a seeded database shows the demo logins', async () => {
  const titles = { clerk: 'kernel:login.demo.operator' };
  const plugins = [
    pluginWith('people', {
      demoLogins: async () => ({ password: 'a word', logins: { clerk: 'all', boss: 'more' }, titles }),
    }),
  ];
  const demoOf = async (server: TestServer) =>
    (await server.api().get<DeploymentResponse>('plugins')).body.demo;
  const shown = { password: 'a word', logins: [{ login: 'clerk', title: titles.clerk }] };
  const server = await serve({ plugins, demo: true });
  expect(await demoOf(server)).toEqual(shown);
  expect(await demoOf(await serve({ plugins, databaseUrl: server.databaseUrl }))).toBeUndefined();
  const empty = await serve({ plugins });
  expect(await demoOf(await serve({ plugins, demo: true, databaseUrl: empty.databaseUrl }))).toBeUndefined();
});

test('only a demonstration has a basemap of its own, from the first start on', async () => {
  const tilesOf = async (server: TestServer) =>
    (await server.api().get<DeploymentResponse>('plugins')).body.tiles ?? [];
  const server = await serve({ demo: true });
  const [first] = await tilesOf(server);
  expect(first).toEqual({ id: 'demo', url: '/basemaps/demo.pmtiles' });
  const file = await fetch(new URL('/basemaps/demo.pmtiles', server.url), {
    headers: { Range: 'bytes=0-6' },
  });
  expect(await file.text()).toBe('PMTiles');
  expect(await tilesOf(await serve({}))).not.toContainEqual(first);
});

test('without demo data the first start creates one admin and shows the password once', async () => {
  const server = await serve({ plugins: [samplePlugin] });
  expect(server.seedResult.firstAdmin?.password).toMatch(/^\w{5}(-\w{5}){3}$/);
  const again = await serve({ plugins: [samplePlugin], databaseUrl: server.databaseUrl });
  expect(again.seedResult.firstAdmin).toBeNull();
});

test('the description of the API names every call and loads nothing from other hosts', async () => {
  const server = await serve({ plugins: [samplePlugin] });
  const page = await server.api().get<string>('/api/docs/');
  expect(page.body).not.toMatch(/https?:\/\//);
  expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
  const { body } = await server.api().get<{ paths: Record<string, unknown> }>('/api/docs/openapi.json');
  expect(Object.keys(body.paths)).toContain('/api/uz/sample/notes/{id}');
});

test('serves texts with an ETag, and not again to a browser that has them', async () => {
  const server = await serve({ plugins: [] });
  const first = await server.api().get('/locales/ru/kernel.json');
  expect(first.status).toBe(200);
  const etag = first.headers.get('etag') ?? '';
  expect(
    (await server.api().get('/locales/ru/kernel.json', { headers: { 'if-none-match': etag } })).status,
  ).toBe(304);
  expect((await server.api().get('/locales/ru/..%2f..%2fpackage.json')).status).toBe(404);
});
