import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { anyone, hook, signedIn, type DeploymentAnswer } from '#kernel/contract/index.ts';
import { join as joinHook, route, type PluginServer } from '#kernel/server/plugin.ts';
import { madePlugin, samplePlugin } from '#kernel/testing/sample-plugin.ts';
import {
  testServer,
  type ApiClient,
  type TestServer,
  type TestServerOptions,
} from '#kernel/testing/server.ts';
import { listenAs } from '#kernel/testing/sockets.ts';
import type { InstalledPlugin, Plan, PluginDetail } from '../contract.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0).toReversed()) await server.close();
});

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await testServer({ ...options, plugins: ['plugins', ...(options.plugins ?? [])] });
  servers.push(server);
  return server;
}

const said = hook<{ text: string }>('speaking.said');
const rung = z.object({ text: z.string() });

/** A plugin with everything that can be switched: a call, a hook, an event, a search, a job, a setting. */
function speaking(marks: { starts: number; stops: number; beats: number; heard: string[] }): PluginServer {
  return madePlugin(
    'speaking',
    {
      routes: [
        route({
          method: 'GET',
          path: 'speaking',
          summary: 'Speaks',
          access: anyone,
          answer: z.object({ volume: z.int() }),
          handle: ({ context }) => ({ volume: (context.config as { volume: number }).volume }),
        }),
      ],
      hooks: [
        joinHook(said, async ({ text }, effects) => {
          marks.heard.push(text);
          (effects.emit as (event: string, payload: unknown, audience: object) => void)(
            'speaking_heard',
            { text },
            { access: signedIn },
          );
        }),
      ],
      search: {
        access: signedIn,
        find: async (title) => [{ id: 1, title, subtitle: '', path: '/speaking' }],
      },
      start(context) {
        marks.starts++;
        context.every('beat', 20, async () => void marks.beats++);
      },
      stop: () => void marks.stops++,
    },
    {
      permissions: ['speak'],
      routes: { page: { path: '/speaking', access: signedIn } },
      menu: { page: { icon: 'bot' } },
      events: { speaking_heard: { payload: rung } },
      config: z.object({
        volume: z.int().min(1).max(10).default(3),
        tone: z.enum(['low', 'high']).default('low'),
        token: z.string().max(100).default('').meta({ writeOnly: true }),
      }),
      publicConfig: ['volume'],
    },
  );
}

const freshMarks = () => ({ starts: 0, stops: 0, beats: 0, heard: [] as string[] });

/** Tells the hook that `speaking` joins. */
const telling = madePlugin('telling', {
  routes: [
    route({
      method: 'POST',
      path: 'telling',
      summary: 'Tells',
      access: signedIn,
      body: z.strictObject({ text: z.string() }),
      answer: z.object({}),
      handle: async ({ tell, body }) => {
        await tell(said, body);
        return {};
      },
    }),
  ],
});

const root = { role: 'super_admin' } as const;
const switchTo = (api: ApiClient, id: string, enabled: boolean, others: readonly string[] = []) =>
  api.put<PluginDetail>(`plugins/${id}`, { enabled, with: others });
const stateOf = async (api: ApiClient, id: string) =>
  (await api.get<PluginDetail>(`plugins/${id}`)).body.reasons[0]?.state;

describe('who may', () => {
  const calls: readonly [string, (api: ApiClient) => Promise<{ status: number }>][] = [
    ['see the list', (api) => api.get('plugins/installed')],
    ['see one', (api) => api.get('plugins/telling')],
    ['see a plan', (api) => api.get('plugins/telling/plan?enabled=false')],
    ['switch', (api) => switchTo(api, 'telling', false)],
    ['change settings', (api) => api.put('plugins/speaking/settings', { config: { volume: 4 } })],
    ['try again', (api) => api.post('plugins/telling/attempts')],
  ];

  test.each(calls)('%s: super admins alone', async (_what, call) => {
    const server = await serve({ plugins: [telling, speaking(freshMarks())] });
    expect((await call(server.api())).status).toBe(401);
    expect((await call(server.api({ token: 'a'.repeat(43) }))).status).toBe(401);
    expect((await call(await server.signIn({ permissions: ['speak', 'application_receiver'] }))).status).toBe(
      403,
    );
    expect([200, 409]).toContain((await call(await server.signIn(root))).status);
  });

  test('what is not installed is nowhere', async () => {
    const server = await serve();
    const api = await server.signIn(root);
    expect((await api.get('plugins/nothing')).status).toBe(404);
    expect((await switchTo(api, 'nothing', true)).status).toBe(404);
    expect((await api.post('plugins/nothing/attempts')).status).toBe(404);
  });
});

test('every installed plugin is listed, with the reason why it is on or off', async () => {
  const broken = madePlugin('broken', { start: () => Promise.reject(new Error('no electricity')) });
  const leaning = madePlugin('leaning', {}, { requires: ['broken'] });
  const server = await serve({
    plugins: [broken, leaning, telling],
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

test('what a plugin adds is told: pages, menu, rights, events, calls, hooks, jobs', async () => {
  const server = await serve({ plugins: [speaking(freshMarks()), telling] });
  const { body } = await (await server.signIn(root)).get<PluginDetail>('plugins/speaking');
  expect(body.adds).toMatchObject({
    pages: [{ key: 'page', path: '/speaking', access: { rule: 'signedIn' } }],
    menu: ['page'],
    permissions: ['speak'],
    events: ['speaking_heard'],
    calls: [{ method: 'GET', path: 'speaking', access: { rule: 'anyone' } }],
    hooks: ['speaking.said'],
    jobs: ['beat'],
    searches: true,
  });
});

describe('switching', () => {
  test('off: no call, no hook, no event, no hit, no job; on again: everything is back', async () => {
    const marks = freshMarks();
    const server = await serve({ plugins: [speaking(marks), telling] });
    const api = await server.signIn(root);
    const socket = await listenAs<unknown>(server, api, 'speaking_heard');
    const tell = (text: string) => api.post('telling', { text });
    const hits = async () => (await api.get<{ groups: unknown[] }>('search?q=a')).body.groups.length;
    await vi.waitFor(() => expect(marks.beats).toBeGreaterThan(1));
    await tell('first');
    await vi.waitFor(() => expect(socket.heard).toHaveLength(1));
    expect(await hits()).toBe(1);

    expect((await switchTo(api, 'speaking', false)).body.reasons).toEqual([
      { state: 'disabled', id: 'speaking' },
    ]);
    const { beats } = marks;
    expect((await api.get('speaking')).status).toBe(404);
    await tell('second');
    expect(marks.heard).toEqual(['first']);
    expect(await hits()).toBe(0);
    expect(marks).toMatchObject({ starts: 1, stops: 1 });
    const { body: announced } = await server.api().get<DeploymentAnswer>('plugins');
    expect(announced.plugins.find(({ id }) => id === 'speaking')).toMatchObject({
      enabled: false,
      reason: 'disabled',
      capabilities: [],
      config: {},
    });
    expect(server.registry.permissions.map(({ permission }) => permission)).not.toContain('speak');
    await new Promise((done) => setTimeout(done, 120));
    expect(marks.beats).toBeLessThanOrEqual(beats + 1);
    expect(socket.heard).toHaveLength(1);

    expect((await switchTo(api, 'speaking', true)).body.reasons).toEqual([{ state: 'enabled', id: '' }]);
    expect((await api.get('speaking')).body).toEqual({ volume: 3 });
    await tell('third');
    await vi.waitFor(() => expect(socket.heard).toHaveLength(2));
    await vi.waitFor(() => expect(marks.beats).toBeGreaterThan(beats + 1));
    expect(marks).toMatchObject({ starts: 2, stops: 1, heard: ['first', 'third'] });
    socket.stop();
  });

  test('a plugin that was off when the server started: its tables are made, its calls open, its uploads come in', async () => {
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

  test('what was decided outlives the server, and goes back to the deployment’s word', async () => {
    const server = await serve({ plugins: [telling] });
    const api = await server.signIn(root);
    await switchTo(api, 'telling', false);
    const again = await serve({ plugins: [telling], databaseUrl: server.databaseUrl });
    expect(again.registry.explain('telling')).toEqual({ state: 'disabled', id: 'telling' });
    expect((await api.get<PluginDetail>('plugins/telling')).body).toMatchObject({
      deployed: true,
      switched: true,
    });
    await switchTo(api, 'telling', true);
    expect((await api.get<PluginDetail>('plugins/telling')).body).toMatchObject({ switched: false });
  });

  test('every decision is in the audit log, and who made it is told', async () => {
    const server = await serve({ plugins: [telling, speaking(freshMarks())] });
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
  const base = madePlugin('base', {}, { permissions: ['base_use'] });
  const middle = madePlugin('middle', {}, { requires: ['base'] });
  const top = madePlugin('top', {}, { requires: ['middle'] });
  const aside = madePlugin('aside', {});

  test('names whoever depends on it, and nobody goes unasked', async () => {
    const server = await serve({ plugins: [base, middle, top, aside] });
    const api = await server.signIn({ ...root, permissions: ['base_use'] });
    const { body } = await api.get<Plan>('plugins/base/plan?enabled=false');
    expect(body).toMatchObject({ on: false, also: ['middle', 'top'], forbidden: [], roles: 2 });
    const refused = await switchTo(api, 'base', false);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'others_need_it', plan: { also: ['middle', 'top'] } });
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

  test('names what has to be switched on first', async () => {
    const off = { enabled: false };
    const server = await serve({
      plugins: [base, middle, top],
      deployment: { plugins: { base: off, middle: off, top: off } },
    });
    const api = await server.signIn(root);
    expect((await api.get<Plan>('plugins/top/plan?enabled=true')).body.also).toEqual(['base', 'middle']);
    expect((await switchTo(api, 'top', true)).body).toMatchObject({ code: 'needs_others' });
    expect((await switchTo(api, 'top', true, ['base', 'middle'])).status).toBe(200);
    expect(server.registry.enabled.map(({ id }) => id)).toEqual(['plugins', 'base', 'middle', 'top']);
  });

  test('tells which tables stay, with their rows, and they do', async () => {
    const server = await serve({ plugins: [samplePlugin] });
    const api = await server.signIn(root);
    await api.post('sample/notes', { text: 'one' });
    await api.post('sample/notes', { text: 'two' });
    const { body } = await api.get<Plan>('plugins/sample/plan?enabled=false');
    expect(body.stays).toContainEqual({
      plugin: 'sample',
      table: 'sample_notes',
      rows: 2,
      capped: false,
    });
    await switchTo(api, 'sample', false);
    await switchTo(api, 'sample', true);
    expect((await api.get<unknown[]>('sample/notes')).body).toHaveLength(2);
  });

  test('without which nobody could come back does not go, nor what it requires', async () => {
    const ground = madePlugin('ground', {});
    const vital = madePlugin('vital', {}, { requires: ['ground'], essential: true });
    const server = await serve({ plugins: [ground, vital] });
    const api = await server.signIn(root);
    for (const id of ['plugins', 'vital', 'ground']) {
      const { status, body } = await switchTo(api, id, false, id === 'ground' ? ['vital'] : []);
      expect([status, (body as { code?: string }).code], id).toEqual([409, 'essential']);
    }
    expect(server.registry.enabled).toHaveLength(3);
  });
});

describe('two nodes on one database', () => {
  test('the other node and its browsers have it within a second', async () => {
    const marks = [freshMarks(), freshMarks()] as const;
    const one = await serve({ plugins: [speaking(marks[0])] });
    const two = await serve({ plugins: [speaking(marks[1])], databaseUrl: one.databaseUrl });
    const api = await one.signIn(root);
    const guest = await two.signIn();
    const sockets = [
      await listenAs<unknown>(one, api, 'plugins_change'),
      await listenAs<unknown>(two, guest, 'plugins_change'),
    ];
    // The listening connections stand.
    await vi.waitFor(async () => expect((await guest.get('speaking')).status).toBe(200));
    await new Promise((done) => setTimeout(done, 300));

    for (const [enabled, status] of [
      [false, 404],
      [true, 200],
    ] as const) {
      const before = sockets.map(({ heard }) => heard.length);
      const began = performance.now();
      await switchTo(api, 'speaking', enabled);
      await vi.waitFor(
        async () => {
          expect((await guest.get('speaking')).status).toBe(status);
          for (const [index, { heard }] of sockets.entries()) {
            expect(heard.length).toBeGreaterThan(before[index] ?? 0);
          }
        },
        { timeout: 3000, interval: 20 },
      );
      expect(performance.now() - began).toBeLessThan(1000);
    }
    expect(marks[1]).toMatchObject({ starts: 2, stops: 1 });
    for (const socket of sockets) socket.stop();
  });

  test('settings reach the other node too', async () => {
    const one = await serve({ plugins: [speaking(freshMarks())] });
    const two = await serve({ plugins: [speaking(freshMarks())], databaseUrl: one.databaseUrl });
    const api = await one.signIn(root);
    await api.put('plugins/speaking/settings', { config: { volume: 9 } });
    await vi.waitFor(async () => expect((await two.api().get('speaking')).body).toEqual({ volume: 9 }), {
      timeout: 3000,
    });
  });
});

describe('a plugin that was set aside', () => {
  test('shows its error, and comes when what it lacked is there, on every node', async () => {
    let electricity = false;
    const marks = { stops: 0 };
    const moody = () =>
      madePlugin('moody', {
        routes: [
          route({
            method: 'GET',
            path: 'moody',
            summary: 'Answers',
            access: anyone,
            answer: z.object({}),
            handle: () => ({}),
          }),
        ],
        start(context) {
          context.every('never', 60_000, async () => undefined);
          if (!electricity) throw new Error('no electricity');
        },
        stop: () => void marks.stops++,
      });
    const leaning = madePlugin('leaning', {}, { requires: ['moody'] });
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
    await vi.waitFor(async () => expect((await two.api().get('moody')).status).toBe(200), { timeout: 3000 });
    expect((await api.post('plugins/moody/attempts')).status).toBe(409);
  });

  test('whose tables could not be made: after the mend they are, and its calls open', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'komak-mend-'));
    const file = join(folder, '001-things.sql');
    await writeFile(file, 'create tabel mended_things (id bigint);');
    const mended = madePlugin('mended', {
      migrations: pathToFileURL(`${folder}/`),
      routes: [
        route({
          method: 'GET',
          path: 'mended',
          summary: 'Counts',
          access: anyone,
          answer: z.object({ count: z.int() }),
          handle: async ({ database }) => {
            const { rows } = await sql<{ count: number }>`select count(*) from mended_things`.execute(
              database,
            );
            return { count: rows[0]?.count ?? -1 };
          },
        }),
      ],
    });
    const server = await serve({ plugins: [mended] });
    const api = await server.signIn(root);
    expect((await api.get<PluginDetail>('plugins/mended')).body.reasons[0]?.problem).toMatch(
      /001-things\.sql failed/,
    );
    await writeFile(file, 'create table mended_things (id bigint);');
    await api.post('plugins/mended/attempts');
    expect((await api.get('mended')).body).toEqual({ count: 0 });
    await rm(folder, { recursive: true });
  });

  test('by wrong settings: it is told, and the right ones bring it back', async () => {
    const server = await serve({ plugins: [speaking(freshMarks())], config: { speaking: { volume: 99 } } });
    const api = await server.signIn(root);
    expect(await stateOf(api, 'speaking')).toBe('invalid_configuration');
    const { body } = await api.put<PluginDetail>('plugins/speaking/settings', { config: { volume: 2 } });
    expect(body.reasons[0]?.state).toBe('enabled');
    expect((await api.get('speaking')).body).toEqual({ volume: 2 });
  });
});

describe('settings', () => {
  test('come with their schema, and a wrong one is told under its field', async () => {
    const server = await serve({ plugins: [speaking(freshMarks())] });
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
    const refused = await api.put('plugins/speaking/settings', {
      config: { volume: 11, tone: 'shrill', more: 1 },
    });
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.body as { fields: object }).fields).toSorted()).toEqual([
      'more',
      'tone',
      'volume',
    ]);
    expect((await api.get('speaking')).body).toEqual({ volume: 3 });
  });

  test('work at once, are announced as far as they are public, and start the plugin anew', async () => {
    const marks = freshMarks();
    const server = await serve({ plugins: [speaking(marks)], config: { speaking: { tone: 'high' } } });
    const api = await server.signIn(root);
    const { body } = await api.put<PluginDetail>('plugins/speaking/settings', {
      config: { volume: 7, tone: 'high', token: 'a-secret-word' },
    });
    expect(body.settings?.overridden.toSorted()).toEqual(['token', 'volume']);
    expect(body.settings?.deployed).toEqual({ volume: 3, tone: 'high' });
    expect((await api.get('speaking')).body).toEqual({ volume: 7 });
    expect(marks).toMatchObject({ starts: 2, stops: 1 });
    const announced = await server.api().get<DeploymentAnswer>('plugins');
    expect(announced.body.plugins.find(({ id }) => id === 'speaking')?.config).toEqual({ volume: 7 });

    expect(JSON.stringify([body, announced.body])).not.toContain('a-secret-word');
    await api.put('plugins/speaking/settings', { config: { volume: 7, tone: 'high', token: '' } });
    expect(server.registry.config('speaking')['token']).toBe('a-secret-word');
    await api.put('plugins/speaking/settings', { config: { volume: 3, tone: 'high', token: '' } });
    expect((await api.get<PluginDetail>('plugins/speaking')).body.settings?.overridden).toEqual(['token']);
  });

  test('a plugin without settings has none to change', async () => {
    const server = await serve({ plugins: [telling] });
    const api = await server.signIn(root);
    expect((await api.get<PluginDetail>('plugins/telling')).body.settings).toBeNull();
    expect((await api.put('plugins/telling/settings', { config: {} })).status).toBe(404);
  });
});
