import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setInterval as setImportedInterval } from 'node:timers';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { anyone, definePlugin, signedIn, type Access, type Manifest } from '#kernel/contract/index.ts';
import { defineClient, type PluginClient } from '#kernel/client/plugins/define-client.ts';
import { defineServer, route, type ServerModule } from '#kernel/server/api/index.ts';
import { useDraft } from '#kernel/client/drafts/use-draft.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { testServer, type TestServer } from '../server.ts';
import { testPlugin, type PluginUnderTest } from './test-plugin.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Creates a correct plugin with one change that breaks it. */
function mutant(
  id: string,
  module: Partial<ServerModule> = {},
  more: Partial<PluginUnderTest> = {},
): PluginUnderTest {
  const manifest = definePlugin({
    id,
    version: '1.0.0',
    routes: { list: { path: `/${id}`, access: signedIn } },
    menu: { list: { icon: 'bot' } },
  });
  const texts = { menu: { title: 'A', list: 'B' } };
  return {
    manifest,
    server: defineServer(manifest as Manifest, { routes: [readOf(id)], ...module }),
    client: clientOf(manifest),
    locales: { uz: texts, ru: texts },
    ...more,
  };
}

function readOf(path: string, access: Access = signedIn) {
  return route({ method: 'GET', path, summary: 'Reads', access, response: z.object({}), handle: () => ({}) });
}

function clientOf(manifest: Manifest, module: Partial<PluginClient['module']> = {}): PluginClient {
  const client = defineClient(definePlugin({ id: manifest.id, version: '1.0.0' }), {});
  return { ...client, manifest, module: { pages: { list: () => <p>List</p> }, ...module } };
}

test('finds no problem in a valid plugin', async () => {
  expect(await testPlugin(mutant('good'))).toEqual([]);
});

test('names an open route', async () => {
  const change = route({
    method: 'POST',
    path: 'opened/reset',
    summary: 'Resets',
    access: anyone,
    response: z.object({}),
    handle: () => ({}),
  });
  const opened = mutant('opened', { routes: [change, readOf('opened', anyone)] });
  expect(await testPlugin(opened)).toEqual([
    'opened: POST opened/reset is open: anyone may change something by it',
    'opened: GET opened is open: anyone may read it',
  ]);
  expect(await testPlugin(opened, { open: ['POST opened/reset', 'GET opened'] })).toEqual([]);
});

test('reports a running timer, on the server and in the browser', async () => {
  const timers: NodeJS.Timeout[] = [];
  const start = () => void timers.push(setInterval(() => {}, 1000));
  const stop = () => timers.forEach(clearInterval);
  const leaking = mutant('leaking', { start });
  try {
    expect(await testPlugin(leaking)).toEqual([
      expect.stringMatching(
        /^leaking: the server module leaves a timer \(setInterval at .*test-plugin\.test\.tsx:\d+\) behind when it stops$/,
      ),
    ]);
    const imported = () => void timers.push(setImportedInterval(() => {}, 1000));
    expect(await testPlugin(mutant('importing', { start: imported }))).toEqual([
      expect.stringContaining('importing: the server module leaves a timer (setInterval at'),
    ]);
    expect(await testPlugin(mutant('stopping', { start, stop }))).toEqual([]);
    const client = clientOf(leaking.manifest, { start });
    expect(await testPlugin({ manifest: leaking.manifest, client, locales: leaking.locales })).toEqual([
      expect.stringContaining('leaking: the client module leaves a timer'),
    ]);
  } finally {
    stop();
  }
});

test('reports a window listener that was not removed', async () => {
  const { manifest, locales } = mutant('listening_on');
  const client = clientOf(manifest, { start: () => addEventListener('resize', () => {}) });
  expect(await testPlugin({ manifest, client, locales })).toEqual([
    'listening_on: the client module leaves a listener of the window behind when it stops',
  ]);
});

test('names a missing text', async () => {
  const lacking = mutant(
    'lacking',
    {},
    { locales: { uz: { menu: { title: 'A', list: 'B' } }, ru: { menu: { title: 'A' } } } },
  );
  expect(await testPlugin(lacking)).toEqual(['lacking: the text lacking:menu.list is missing in "ru"']);
});

test('names a page that fails, and keeps the shell', async () => {
  const { manifest, locales } = mutant('failing');
  const client = clientOf(manifest, {
    pages: {
      list: () => {
        useText('failing')('menu.list');
        useDraft('failing', '');
        throw new Error('the window is closed');
      },
    },
  });
  expect(await testPlugin({ manifest, locales, client })).toEqual([
    'failing: the page "list" fails when it is rendered: the window is closed',
  ]);
});

test('names a route without a page', async () => {
  const { manifest, locales } = mutant('pageless');
  expect(await testPlugin({ manifest, locales, client: clientOf(manifest, { pages: {} }) })).toEqual([
    'pageless: the route "list" has no page',
  ]);
});

test('reports leftovers of a stop, and differences at the next start', async () => {
  const listen = () => {};
  const start = () => void process.on('SIGUSR2', listen);
  try {
    expect(await testPlugin(mutant('listening', { start }))).toEqual([
      'listening: the server module leaves a listener of the process for "SIGUSR2" behind when it stops',
    ]);
  } finally {
    process.removeAllListeners('SIGUSR2');
  }
  const { manifest, locales } = mutant('remembering');
  let starts = 0;
  const forgetful = defineServer(manifest as Manifest, () => ({
    routes: starts++ === 2 ? [] : [readOf('remembering')],
  }));
  expect(await testPlugin({ manifest, locales, server: forgetful })).toEqual([
    'remembering: the server module declares other routes or hooks when it is started again',
  ]);
});

test('reports a table of another plugin', async () => {
  const peek = route({
    method: 'GET',
    path: 'peeking',
    summary: 'Peeks',
    access: signedIn,
    response: z.object({}),
    handle: async ({ database }) => {
      await sql`select 1 from neighborhoods`.execute(database).catch(() => {});
      return {};
    },
  });
  expect(await testPlugin(mutant('peeking', { routes: [peek] }))).toEqual([
    expect.stringContaining('The plugin "peeking" may not access the table neighborhoods: permission denied'),
  ]);
});

test('reports a table of another plugin in a migration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'komak-migrations-'));
  try {
    writeFileSync(join(folder, '001-clear.sql'), 'delete from neighborhoods;');
    const migrations = pathToFileURL(`${folder}/`);
    expect(await testPlugin(mutant('clearing', {}, { migrations }))).toEqual([
      'clearing: the server module is not loaded: The migration clearing/001-clear.sql failed and was rolled back: permission denied for table neighborhoods.',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('names a call that fails', async () => {
  const failing = route({
    method: 'GET',
    path: 'breaking',
    summary: 'Breaks',
    access: signedIn,
    response: z.object({}),
    handle: () => {
      throw new Error('boom');
    },
  });
  expect(await testPlugin(mutant('breaking', { routes: [failing] }))).toEqual([
    'breaking: GET breaking fails: it returns 500',
  ]);
});
