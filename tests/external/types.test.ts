import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExternalFolder, type ExternalFolder } from './support/external-folder.ts';

const run = promisify(execFile);
let external: ExternalFolder;

beforeAll(async () => {
  external = await openExternalFolder();
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'preserve',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    noEmit: true,
  };
  await write({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }),
    ...plugin,
  });
});
afterAll(() => external.remove());

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(external.path, name), text);
}

const plugin = {
  'manifest.ts': `
import { z } from 'zod';
import { allOf, definePlugin, idSchema } from '@komak/plugin-api/contract';
export const counterSchema = z.object({ id: idSchema, waiting: z.int() });
export const queue = definePlugin({
  id: 'queue',
  version: '1.0.0',
  permissions: ['queue_watch'],
  config: z.object({ counters: z.int().default(4) }),
  publicConfig: ['counters'],
  routes: { hall: { path: '/queue', access: allOf('queue_watch') } },
  menu: { hall: { icon: 'users' } },
  events: { queue_change: { payload: counterSchema, access: allOf('queue_watch'), area: 'own' } },
});
`,
  'server.ts': `
import { sql } from 'kysely';
import { z } from 'zod';
import { allOf, fail, idParamSchema } from '@komak/plugin-api/contract';
import { defineServer, routesOf } from '@komak/plugin-api/server';
import { counterSchema, queue } from './manifest.ts';
const route = routesOf(queue);
const change = route({
  method: 'PUT',
  path: 'queue/:id',
  summary: 'Changes how many wait',
  access: allOf('queue_watch'),
  params: z.object({ id: idParamSchema }),
  body: z.strictObject({ waiting: z.int() }),
  response: counterSchema,
  async handle({ database, params, body, emit, context }) {
    if (params.id > context.config.counters) throw fail('not_found');
    await sql\`update queue_counters set waiting = \${body.waiting} where id = \${params.id}\`.execute(database);
    const counter = { id: params.id, waiting: body.waiting };
    emit('queue_change', counter, { neighborhoodId: 1 });
    return counter;
  },
});
export const queueServer = defineServer(queue, { routes: [change] });
`,
  'client.tsx': `
import { Button, defineClient, PageHeader, useText } from '@komak/plugin-api/client';
import { queue } from './manifest.ts';
function Hall() {
  const t = useText('queue');
  return <><PageHeader title={t('hall.title')} /><Button onClick={() => {}}>{t('hall.next')}</Button></>;
}
export const queueClient = defineClient(queue, {
  pages: { hall: Hall },
  start: (context) => context.on('queue_change', ({ waiting }) => void waiting.toFixed()),
});
`,
  'framed.ts': `
import { connect, FrameCallError } from '@komak/plugin-api/frame';
const frame = await connect();
const body: unknown = await frame.call('GET', 'queue/1').catch((error: FrameCallError) => error.status);
document.body.textContent = frame.text('hall.title') + frame.state.language + String(body);
`,
  'plugin.test.ts': `
import { testPlugin } from '@komak/plugin-api/testing';
import { queueClient } from './client.tsx';
import { queue } from './manifest.ts';
import { queueServer } from './server.ts';
const problems: readonly string[] = await testPlugin({ manifest: queue, server: queueServer, client: queueClient, locales: { uz: {}, ru: {} } });
console.log(problems);
`,
};

test('an external plugin is type-checked by the packed types only', async () => {
  expect(await external.compile()).toBe('');
});

test('a mistake in an external plugin does not compile', async () => {
  const mistakes: Record<string, string> = {
    'no-audience.ts': `
import { z } from 'zod';
import { definePlugin, signedIn } from '@komak/plugin-api/contract';
definePlugin({ id: 'a', version: '1.0.0', events: { a_change: { payload: z.object({}), access: signedIn } } });
`,
    'no-page.ts': `
import { defineClient } from '@komak/plugin-api/client';
import { queue } from './manifest.ts';
defineClient(queue, { pages: {} });
`,
    'no-route.ts': `
import { definePlugin } from '@komak/plugin-api/contract';
definePlugin({ id: 'a', version: '1.0.0', menu: { hall: { icon: 'users' } } });
`,
    'no-neighborhood.ts': plugin['server.ts'].replace(', { neighborhoodId: 1 }', ''),
    'no-access.ts': plugin['server.ts'].replace("access: allOf('queue_watch'),", ''),
    'no-setting.ts': plugin['server.ts'].replace('config.counters', 'config.tables'),
    'no-payload.tsx': plugin['client.tsx'].replace('waiting.toFixed', 'missing.toFixed'),
    'no-method.ts': plugin['framed.ts'].replace("'GET'", "'PATCH'"),
    'no-variant.tsx': plugin['client.tsx'].replace('<Button', '<Button variant="loud"'),
  };
  await write(mistakes);
  const output = (await external.compile()).split('\n');
  const found = new Set(output.flatMap((line) => /^([\w.-]+)\(/.exec(line)?.[1] ?? []));
  expect([...found].toSorted()).toEqual(Object.keys(mistakes).toSorted());
});

test('a manifest runs with the package only, and host modules say so', async () => {
  const script = `
    const { queue } = await import('./manifest.ts');
    const { allows } = await import('@komak/plugin-api/contract');
    const said = await import('@komak/plugin-api/server').catch((error) => error.message);
    console.log(JSON.stringify([queue.id, allows(queue.routes.hall.access, null), queue.config.parse({}), said]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: external.path,
  });
  expect(JSON.parse(stdout)).toEqual([
    'queue',
    false,
    { counters: 4 },
    '@komak/plugin-api/server is provided by Ko‘mak where the plugin runs: this package contains only its types',
  ]);
});
