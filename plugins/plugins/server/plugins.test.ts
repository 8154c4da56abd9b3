import { describe, expect, test } from 'vitest';
import {
  type ApiClient,
  hookCallingPlugin,
  pluginWith,
  switchablePlugin,
} from '#kernel/plugin-api/testing.ts';
import type { InstalledPlugin, PluginDetail } from '../contract.ts';
import { startServerPerTest, root, switchTo } from '../../../tests/support/plugin-switching.ts';

const serve = startServerPerTest();

describe('access', () => {
  const calls: readonly [string, (api: ApiClient) => Promise<{ status: number }>][] = [
    ['see the list', (api) => api.get('plugins/installed')],
    ['see one', (api) => api.get('plugins/telling')],
    ['see a plan', (api) => api.get('plugins/telling/plan?enabled=false')],
    ['switch', (api) => switchTo(api, 'telling', false)],
    ['change settings', (api) => api.put('plugins/speaking/settings', { config: { volume: 4 } })],
    ['try again', (api) => api.post('plugins/telling/attempts')],
  ];

  test.each(calls)('%s requires a super admin', async (_what, call) => {
    const server = await serve({ plugins: [hookCallingPlugin, switchablePlugin()] });
    expect((await call(server.api())).status).toBe(401);
    expect((await call(server.api({ token: 'a'.repeat(43) }))).status).toBe(401);
    expect((await call(await server.signIn({ permissions: ['speak', 'application_receiver'] }))).status).toBe(
      403,
    );
    expect([200, 409]).toContain((await call(await server.signIn(root))).status);
  });

  test('a plugin that is not installed is not found', async () => {
    const server = await serve();
    const api = await server.signIn(root);
    expect((await api.get('plugins/nothing')).status).toBe(404);
    expect((await switchTo(api, 'nothing', true)).status).toBe(404);
    expect((await api.post('plugins/nothing/attempts')).status).toBe(404);
  });
});

test('lists every installed plugin, with the reason why it is on or off', async () => {
  const broken = pluginWith('broken', { start: () => Promise.reject(new Error('no electricity')) });
  const leaning = pluginWith('leaning', {}, { requires: ['broken'] });
  const server = await serve({
    plugins: [broken, leaning, hookCallingPlugin],
    deployment: { plugins: { telling: { enabled: false } } },
  });
  const { body } = await (await server.signIn(root)).get<InstalledPlugin[]>('plugins/installed');
  const reasons = Object.fromEntries(body.map(({ id, reasons: all }) => [id, all]));
  expect(body.map(({ id }) => id).toSorted()).toEqual(
    server.registry.installed.map(({ id }) => id).toSorted(),
  );
  expect(reasons).toMatchObject({
    plugins: [{ state: 'enabled' }],
    telling: [{ state: 'disabled', id: 'telling' }],
    broken: [{ state: 'quarantined', id: 'broken', problem: 'no electricity' }],
    leaning: [
      { state: 'requires', id: 'leaning', missing: 'broken' },
      { state: 'quarantined', id: 'broken', problem: 'no electricity' },
    ],
  });
});

test('lists the contributions of a plugin: pages, menu, permissions, events, notices, calls, hooks, jobs', async () => {
  const server = await serve({ plugins: [switchablePlugin(), hookCallingPlugin] });
  const { body } = await (await server.signIn(root)).get<PluginDetail>('plugins/speaking');
  expect(body.adds).toMatchObject({
    pages: [{ key: 'page', path: '/speaking', access: { rule: 'signedIn' } }],
    menu: ['page'],
    permissions: ['speak'],
    events: ['speaking_heard'],
    notices: ['speech'],
    calls: [{ method: 'GET', path: 'speaking', access: { rule: 'anyone' } }],
    hooks: ['speaking.said'],
    jobs: ['beat'],
    searches: true,
  });
});
