import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { DeploymentResponse, ErrorBody } from '#kernel/plugin-api/contract.ts';
import { createActivity, hookCallingPlugin, switchablePlugin } from '#kernel/plugin-api/testing.ts';
import type { PluginDetail } from '../contract.ts';
import { startServerPerTest, root } from '../../../tests/support/plugin-switching.ts';

const serve = startServerPerTest();

describe('settings', () => {
  test('come with their schema, and a wrong one is reported at its field', async () => {
    const server = await serve({ plugins: [switchablePlugin()] });
    const api = await server.signIn(root);
    const { body } = await api.get<PluginDetail>('plugins/speaking');
    expect(body.settings).toMatchObject({
      schema: {
        type: 'object',
        properties: { volume: { type: 'integer', minimum: 1, maximum: 10, default: 3 } },
      },
      values: { volume: 3, tone: 'low' },
      overridden: [],
      visible: ['volume'],
      secrets: [{ key: 'token', set: false }],
    });
    const rejected = await api.put('plugins/speaking/settings', {
      config: { volume: 11, tone: 'shrill', more: 1 },
    });
    expect(rejected.status).toBe(422);
    expect(Object.keys((rejected.body as { fields: object }).fields).toSorted()).toEqual([
      'more',
      'tone',
      'volume',
    ]);
    expect((await api.get('speaking')).body).toEqual({ volume: 3 });
  });

  test('apply at once, announce their public part, and restart the plugin', async () => {
    const marks = createActivity();
    const server = await serve({
      plugins: [switchablePlugin(marks)],
      config: { speaking: { tone: 'high' } },
    });
    const api = await server.signIn(root);
    const { body } = await api.put<PluginDetail>('plugins/speaking/settings', {
      config: { volume: 7, tone: 'high', token: 'a-secret-word' },
    });
    expect(body.settings?.overridden.toSorted()).toEqual(['token', 'volume']);
    expect(body.settings?.deployed).toEqual({ volume: 3, tone: 'high' });
    expect((await api.get('speaking')).body).toEqual({ volume: 7 });
    expect(marks).toMatchObject({ starts: 2, stops: 1 });
    const announced = await server.api().get<DeploymentResponse>('plugins');
    expect(announced.body.plugins.find(({ id }) => id === 'speaking')?.config).toEqual({ volume: 7 });

    expect(JSON.stringify([body, announced.body])).not.toContain('a-secret-word');
    await api.put('plugins/speaking/settings', { config: { volume: 7, tone: 'high', token: '' } });
    expect(server.registry.config('speaking')['token']).toBe('a-secret-word');
    await api.put('plugins/speaking/settings', { config: { volume: 3, tone: 'high', token: '' } });
    expect((await api.get<PluginDetail>('plugins/speaking')).body.settings?.overridden).toEqual(['token']);
  });

  test('keep a secret that another node has written, and of which this one has not been notified', async () => {
    const server = await serve({ plugins: [switchablePlugin()] });
    const api = await server.signIn(root);
    const save = (volume: number, token: string) =>
      api.put('plugins/speaking/settings', { config: { volume, tone: 'high', token } });
    await save(3, 'a-former-word');
    await sql`alter table plugin_states disable trigger plugin_states_change`.execute(server.database);
    await sql`update plugin_states set config = config || '{"token": "a-new-word"}' where plugin = 'speaking'`.execute(
      server.database,
    );
    await sql`alter table plugin_states enable trigger plugin_states_change`.execute(server.database);
    expect((await save(7, '')).status).toBe(200);
    expect(server.registry.config('speaking')).toMatchObject({ volume: 7, token: 'a-new-word' });
  });

  test('are not overwritten by an admin who has not seen the stored version', async () => {
    const server = await serve({ plugins: [switchablePlugin()] });
    const api = await server.signIn(root);
    const first = (await api.get<PluginDetail>('plugins/speaking')).body.settings?.version ?? '';
    const save = (volume: number, version?: string) =>
      api.put<PluginDetail & ErrorBody & { current: PluginDetail }>(
        'plugins/speaking/settings',
        { config: { volume, tone: 'high', token: '' } },
        version === undefined ? {} : { headers: { 'if-match': `"${version}"` } },
      );
    const [one, other] = await Promise.all([save(5, first), save(6, first)]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const [stored, rejected] = one.status === 200 ? [one, other] : [other, one];
    expect(rejected.body).toMatchObject({
      code: 'edit_conflict',
      current: { settings: { values: stored.body.settings?.values, version: stored.body.settings?.version } },
    });
    expect((await api.get('speaking')).body).toEqual({ volume: stored.body.settings?.values['volume'] });
    expect((await save(8, rejected.body.current.settings?.version)).status).toBe(200);
    // A client without versions.
    expect((await save(9)).status).toBe(200);
  });

  test('are rejected for a plugin without settings', async () => {
    const server = await serve({ plugins: [hookCallingPlugin] });
    const api = await server.signIn(root);
    expect((await api.get<PluginDetail>('plugins/telling')).body.settings).toBeNull();
    expect((await api.put('plugins/telling/settings', { config: {} })).status).toBe(404);
  });
});
