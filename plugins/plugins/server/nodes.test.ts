import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { anyone } from '#kernel/plugin-api/contract.ts';
import { route } from '#kernel/plugin-api/server.ts';
import {
  createActivity,
  listenAs,
  pluginWith,
  switchablePlugin,
  type TestServer,
} from '#kernel/plugin-api/testing.ts';
import type { PluginDetail } from '../contract.ts';
import { startServerPerTest, root, stateOf, switchTo } from '../../../tests/support/plugin-switching.ts';

const serve = startServerPerTest();
const readiness = async ({ url }: TestServer) => (await fetch(`${url}/health/ready`)).status;

describe('two nodes on one database', () => {
  test('switching a plugin updates the other node and its browsers', async () => {
    const marks = [createActivity(), createActivity()] as const;
    const one = await serve({ plugins: [switchablePlugin(marks[0])] });
    const two = await serve({ plugins: [switchablePlugin(marks[1])], databaseUrl: one.databaseUrl });
    const api = await one.signIn(root);
    const guest = await two.signIn();
    const sockets = [
      await listenAs<unknown>(one, api, 'plugins_change'),
      await listenAs<unknown>(two, guest, 'plugins_change'),
    ];
    // A node is ready once it receives the notifications of the others.
    await expect.poll(() => Promise.all([one, two].map(readiness))).toEqual([200, 200]);
    expect((await guest.get('speaking')).status).toBe(200);

    for (const [enabled, status] of [
      [false, 404],
      [true, 200],
    ] as const) {
      const before = sockets.map(({ received }) => received.length);
      await switchTo(api, 'speaking', enabled);
      await vi.waitFor(
        async () => {
          expect((await guest.get('speaking')).status).toBe(status);
          for (const [index, { received }] of sockets.entries()) {
            expect(received.length).toBeGreaterThan(before[index] ?? 0);
          }
        },
        { timeout: 60_000, interval: 20 },
      );
    }
    expect(marks[1]).toMatchObject({ starts: 2, stops: 1 });
    for (const socket of sockets) socket.stop();
  });

  test('settings update the other node too', async () => {
    const one = await serve({ plugins: [switchablePlugin()] });
    const two = await serve({ plugins: [switchablePlugin()], databaseUrl: one.databaseUrl });
    const api = await one.signIn(root);
    await api.put('plugins/speaking/settings', { config: { volume: 9 } });
    await vi.waitFor(async () => expect((await two.api().get('speaking')).body).toEqual({ volume: 9 }));
  });
});

describe('a plugin that failed to start', () => {
  test('shows its error, and starts on every node once the cause is resolved', async () => {
    let electricity = false;
    const marks = { stops: 0 };
    const moody = () =>
      pluginWith('moody', {
        routes: [
          route({
            method: 'GET',
            path: 'moody',
            summary: 'Answers',
            access: anyone,
            response: z.object({}),
            handle: () => ({}),
          }),
        ],
        start(context) {
          context.every('never', 60_000, async () => undefined);
          if (!electricity) throw new Error('no electricity');
        },
        stop: () => void marks.stops++,
      });
    const leaning = pluginWith('leaning', {}, { requires: ['moody'] });
    const one = await serve({ plugins: [moody(), leaning] });
    const two = await serve({ plugins: [moody(), leaning], databaseUrl: one.databaseUrl });
    const api = await one.signIn(root);
    const { body } = await api.get<PluginDetail>('plugins/moody');
    expect(body.reasons).toEqual([{ state: 'quarantined', id: 'moody', problem: 'no electricity' }]);
    expect(body.adds.jobs).toEqual([]);

    expect((await api.post<PluginDetail>('plugins/moody/attempts')).body.reasons[0]).toMatchObject({
      state: 'quarantined',
    });
    electricity = true;
    expect((await api.get('moody')).status).toBe(404);
    expect((await api.post<PluginDetail>('plugins/moody/attempts')).body.reasons[0]).toEqual({
      state: 'enabled',
      id: '',
    });
    expect((await api.get('moody')).status).toBe(200);
    expect(await stateOf(api, 'leaning')).toBe('enabled');
    await vi.waitFor(async () => expect((await two.api().get('moody')).status).toBe(200));
    expect((await api.post('plugins/moody/attempts')).status).toBe(409);
  });

  test('without tables gets them after the correction, and opens its calls', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'komak-mend-'));
    const file = join(folder, '001-things.sql');
    await writeFile(file, 'create tabel mended_things (id bigint);');
    const mended = pluginWith('mended', {
      routes: [
        route({
          method: 'GET',
          path: 'mended',
          summary: 'Counts',
          access: anyone,
          response: z.object({ count: z.int() }),
          handle: async ({ database }) => {
            const { rows } = await sql<{ count: number }>`select count(*) from mended_things`.execute(
              database,
            );
            return { count: rows[0]?.count ?? -1 };
          },
        }),
      ],
    });
    const migrations = pathToFileURL(`${folder}/`);
    const server = await serve({ plugins: [{ ...mended, migrations }] });
    const api = await server.signIn(root);
    expect((await api.get<PluginDetail>('plugins/mended')).body.reasons[0]?.problem).toMatch(
      /001-things\.sql failed/,
    );
    await writeFile(file, 'create table mended_things (id bigint);');
    await api.post('plugins/mended/attempts');
    expect((await api.get('mended')).body).toEqual({ count: 0 });
    await rm(folder, { recursive: true });
  });

  test('with wrong settings reports them, and starts with the right ones', async () => {
    const server = await serve({ plugins: [switchablePlugin()], config: { speaking: { volume: 99 } } });
    const api = await server.signIn(root);
    expect(await stateOf(api, 'speaking')).toBe('invalid_configuration');
    const { body } = await api.put<PluginDetail>('plugins/speaking/settings', { config: { volume: 2 } });
    expect(body.reasons[0]?.state).toBe('enabled');
    expect((await api.get('speaking')).body).toEqual({ volume: 2 });
  });
});
