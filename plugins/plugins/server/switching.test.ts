import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { DeploymentResponse } from '#kernel/plugin-api/contract.ts';
import {
  createActivity,
  hookCallingPlugin,
  listenAs,
  pluginWith,
  samplePlugin,
  switchablePlugin,
} from '#kernel/plugin-api/testing.ts';
import type { Plan, PluginDetail } from '../contract.ts';
import { startServerPerTest, root, stateOf, switchTo } from '../../../tests/support/plugin-switching.ts';

const serve = startServerPerTest();

describe('switching', () => {
  test('switching a plugin uses a single connection', async () => {
    const server = await serve({ plugins: [switchablePlugin()] });
    const api = await server.signIn(root);
    const { pool, jobs } = server.services;
    // A job holds a connection besides the one of its work.
    await jobs.stop('kernel.');
    const others = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
    try {
      expect((await switchTo(api, 'speaking', false)).status).toBe(200);
    } finally {
      for (const client of others) client.release();
    }
  });

  test('removes calls, hooks, events, hits and jobs, and restores them', async () => {
    const marks = createActivity();
    let ticks = 0;
    const ticking = pluginWith('ticking', {
      start: (context) => context.every('tick', 20, async () => void ticks++),
    });
    const server = await serve({ plugins: [switchablePlugin(marks), hookCallingPlugin, ticking] });
    const api = await server.signIn(root);
    const socket = await listenAs<unknown>(server, api, 'speaking_heard');
    const addNote = (text: string) => api.post('telling', { text });
    const hits = async () => (await api.get<{ groups: unknown[] }>('search?q=a')).body.groups.length;
    await vi.waitFor(() => expect(marks.jobRuns).toBeGreaterThan(1));
    await addNote('first');
    await vi.waitFor(() => expect(socket.received).toHaveLength(1));
    expect(await hits()).toBe(1);

    expect((await switchTo(api, 'speaking', false)).body.reasons).toEqual([
      { state: 'disabled', id: 'speaking' },
    ]);
    const { jobRuns } = marks;
    expect((await api.get('speaking')).status).toBe(404);
    await addNote('second');
    expect(marks.received).toEqual(['first']);
    expect(await hits()).toBe(0);
    expect(marks).toMatchObject({ starts: 1, stops: 1 });
    const { body: announced } = await server.api().get<DeploymentResponse>('plugins');
    expect(announced.plugins.find(({ id }) => id === 'speaking')).toMatchObject({
      enabled: false,
      reason: 'disabled',
      capabilities: [],
      config: {},
    });
    expect(server.registry.permissions.map(({ permission }) => permission)).not.toContain('speak');
    // Another plugin's job with the same interval keeps running.
    const before = ticks;
    await vi.waitFor(() => expect(ticks).toBeGreaterThan(before + 4));
    expect(marks.jobRuns).toBeLessThanOrEqual(jobRuns + 1);
    expect(socket.received).toHaveLength(1);

    expect((await switchTo(api, 'speaking', true)).body.reasons).toEqual([{ state: 'enabled', id: '' }]);
    expect((await api.get('speaking')).body).toEqual({ volume: 3 });
    await addNote('third');
    await vi.waitFor(() => expect(socket.received).toHaveLength(2));
    await vi.waitFor(() => expect(marks.jobRuns).toBeGreaterThan(jobRuns + 1));
    expect(marks).toMatchObject({ starts: 2, stops: 1, received: ['first', 'third'] });
    socket.stop();
  });

  test('a plugin that was off at the start creates its tables, opens its calls and accepts uploads', async () => {
    const server = await serve({
      plugins: [samplePlugin],
      deployment: { plugins: { sample: { enabled: false } } },
    });
    const api = await server.signIn(root);
    expect((await api.post('sample/notes', { text: 'hello' })).status).toBe(404);
    expect((await api.get<PluginDetail>('plugins/sample')).body.loaded).toBe(false);
    expect((await switchTo(api, 'sample', true)).status).toBe(200);
    expect((await api.post('sample/notes', { text: 'hello' })).status).toBe(201);
    expect((await api.post('sample/notes', { text: 'x' })).status).toBe(422);
    expect((await server.api().get('sample/notes')).status).toBe(401);
    expect((await api.get('sample/nothing')).status).toBe(404);
    const file = { name: 'a.pdf', type: 'application/pdf', content: '%PDF-1.7\n%%EOF\n' };
    expect((await api.upload('sample/uploads', { text: 'a' }, [file])).status).toBe(201);
    expect((await switchTo(api, 'sample', false)).status).toBe(200);
    expect((await api.get('sample/notes')).status).toBe(404);
  });

  test("survives a restart, and returns to the deployment's default", async () => {
    const server = await serve({ plugins: [hookCallingPlugin] });
    const api = await server.signIn(root);
    await switchTo(api, 'telling', false);
    const again = await serve({ plugins: [hookCallingPlugin], databaseUrl: server.databaseUrl });
    expect(again.registry.explain('telling')).toEqual({ state: 'disabled', id: 'telling' });
    expect((await api.get<PluginDetail>('plugins/telling')).body).toMatchObject({
      deployed: true,
      switched: true,
    });
    await switchTo(api, 'telling', true);
    expect((await api.get<PluginDetail>('plugins/telling')).body).toMatchObject({ switched: false });
  });

  test('audits every decision with its author', async () => {
    const server = await serve({ plugins: [hookCallingPlugin, switchablePlugin()] });
    const api = await server.signIn({ ...root, firstName: 'Dilnoza', lastName: 'Karimova' });
    await switchTo(api, 'telling', false);
    await api.put('plugins/speaking/settings', { config: { volume: 5, tone: 'low', token: 'secret-word' } });
    const { rows } = await sql<{ action: string; details: unknown }>`
      select action, details from audit_log where action like 'plugins.%' order by id`.execute(
      server.database,
    );
    expect(rows).toEqual([
      { action: 'plugins.plugin.disable', details: { plugin: 'telling', also: [] } },
      { action: 'plugins.plugin.configure', details: { plugin: 'speaking', fields: ['volume', 'token'] } },
    ]);
    expect((await api.get<PluginDetail>('plugins/telling')).body).toMatchObject({
      changedBy: 'Dilnoza Karimova',
    });
  });
});

describe('the plan', () => {
  const base = pluginWith('base', {}, { permissions: ['base_use'] });
  const middle = pluginWith('middle', {}, { requires: ['base'] });
  const top = pluginWith('top', {}, { requires: ['middle'] });
  const aside = pluginWith('aside', {});

  test('names the dependents, and requires their confirmation', async () => {
    const server = await serve({ plugins: [base, middle, top, aside] });
    const api = await server.signIn({ ...root, permissions: ['base_use'] });
    const { body } = await api.get<Plan>('plugins/base/plan?enabled=false');
    expect(body).toMatchObject({ on: false, also: ['middle', 'top'], forbidden: [], roles: 2 });
    const rejected = await switchTo(api, 'base', false);
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({ code: 'required_by_others', plan: { also: ['middle', 'top'] } });
    expect((await switchTo(api, 'base', false, ['middle'])).status).toBe(409);
    expect(server.registry.isEnabled('base')).toBe(true);

    expect((await switchTo(api, 'base', false, ['top', 'middle'])).status).toBe(200);
    expect(server.registry.enabled.map(({ id }) => id)).toEqual(['plugins', 'aside']);
    expect(await stateOf(api, 'top')).toBe('requires');
    expect((await switchTo(api, 'base', true)).status).toBe(200);
    expect(server.registry.enabled.map(({ id }) => id)).toEqual([
      'plugins',
      'base',
      'middle',
      'top',
      'aside',
    ]);
  });

  test('names the requirements that must be enabled first', async () => {
    const off = { enabled: false };
    const server = await serve({
      plugins: [base, middle, top],
      deployment: { plugins: { base: off, middle: off, top: off } },
    });
    const api = await server.signIn(root);
    expect((await api.get<Plan>('plugins/top/plan?enabled=true')).body.also).toEqual(['base', 'middle']);
    expect((await switchTo(api, 'top', true)).body).toMatchObject({ code: 'requires_others' });
    expect((await switchTo(api, 'top', true, ['base', 'middle'])).status).toBe(200);
    expect(server.registry.enabled.map(({ id }) => id)).toEqual(['plugins', 'base', 'middle', 'top']);
  });

  test('lists the tables that stay, which keep their rows', async () => {
    const server = await serve({ plugins: [samplePlugin] });
    const api = await server.signIn(root);
    await api.post('sample/notes', { text: 'one' });
    await api.post('sample/notes', { text: 'two' });
    const { body } = await api.get<Plan>('plugins/sample/plan?enabled=false');
    expect(body.preserved).toContainEqual({
      plugin: 'sample',
      table: 'sample_notes',
      rows: 2,
      capped: false,
    });
    await switchTo(api, 'sample', false);
    await switchTo(api, 'sample', true);
    expect((await api.get<unknown[]>('sample/notes')).body).toHaveLength(2);
  });

  test('rejects disabling a plugin that is required to enable it again', async () => {
    const ground = pluginWith('ground', {});
    const vital = pluginWith('vital', {}, { requires: ['ground'], essential: true });
    const server = await serve({ plugins: [ground, vital] });
    const api = await server.signIn(root);
    for (const id of ['plugins', 'vital', 'ground']) {
      const { status, body } = await switchTo(api, id, false, id === 'ground' ? ['vital'] : []);
      expect([status, (body as { code?: string }).code], id).toEqual([409, 'essential']);
    }
    expect(server.registry.enabled).toHaveLength(3);
  });
});
